import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { limits } from '#contract/operation.ts';
import { addDays } from '#rules/calendar.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { isDistributed } from '#service/testing/database.ts';
import { client, nextMonth } from '#service/testing/samples.ts';

/** Large and malformed calls. */

let service: TestService;
before(async () => void (service = await testService({ isAlone: true })));
after(() => service.close());

const count = limits.items;
const numbers = Array.from({ length: count }, (_, n) => n);
const future = () => `${addDays(service.clock.today(), 9)} 00:00`;

async function raw(path: string, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) {
  const headers = { authorization: `Bearer ${await service.token()}`, ...init.headers };
  const answer = await fetch(service.origin + path, { ...init, headers });
  return { status: answer.status, text: await answer.text() };
}

const clientsPath = '/v1/payments/1001/maintain/clients/EFT';
const json = { 'content-type': 'application/json' };

test('stores 10,000 clients, contracts and instalments of a call, in order', async () => {
  const created = await service.call(
    'clientCreate',
    numbers.map((n) => client(`L-${n}`)),
  );
  assert.equal(created.status, 200, created.text.slice(0, 300));
  assert.deepEqual(
    created.successful.map((it) => it.ClientNumber),
    numbers.map((n) => `L-${n}`),
  );
  assert.equal((await service.call('clientList', {})).records.length, count);

  const terms = {
    FrequencyCode: 'MNTH',
    CollectionDay: 1,
    InstalmentStartDate: `${nextMonth(service.clock.today())} 00:00`,
    NumberOfInstalments: 1,
  };
  const contracts = await service.call(
    'contractCreate',
    numbers.map((n) => ({
      ...terms,
      ClientNumber: `L-${n}`,
      ContractNumber: 'A',
      // One in a hundred is refused, and the others are stored.
      InstalmentAmount: n % 100 === 50 ? 0.001 : n + 1,
    })),
  );
  assert.equal(contracts.failed.length, count / 100);
  assert.deepEqual(
    contracts.successful.map((it) => [it.ClientNumber, it.InstalmentAmount]),
    numbers.filter((n) => n % 100 !== 50).map((n) => [`L-${n}`, n + 1]),
  );
  assert.equal((await service.call('instalmentList', {})).records.length, count - count / 100);

  const ContractSequence = contracts.successful[0]?.ContractSequence ?? 0;
  const added = await service.call(
    'instalmentCreate',
    numbers.map((n) => ({ ContractSequence, InstalmentActionDate: future(), InstalmentAmount: n + 1 })),
  );
  assert.deepEqual(
    added.successful.map((it) => [it.InstalmentSequence, it.InstalmentAmount]),
    numbers.map((n) => [n + 2, n + 1]),
  );
  const stored = (await service.call('instalmentList', { ContractSequence })).records;
  assert.deepEqual(
    stored.slice(1).map((it) => [it.InstalmentSequence, it.InstalmentAmount]),
    numbers.map((n) => [n + 2, n + 1]),
  );
});

// On a distributed database each edit queries its worker several times: 10,000 take minutes on a busy machine.
const edits = (await isDistributed()) ? 1000 : count;

test(`applies ${edits.toLocaleString('en')} edits of a call`, async () => {
  const edited = await service.call(
    'clientEdit',
    numbers.slice(0, edits).map((n) => ({ ClientNumber: `L-${n}`, ClientName: `Number ${n}` })),
  );
  assert.equal(edited.status, 200, edited.text.slice(0, 300));
  assert.equal(edited.successful.length, edits);
  const names = new Map((await service.call('clientList', {})).records.map((it) => [it.ClientNumber, it.ClientName]));
  for (const n of numbers.slice(0, edits)) assert.equal(names.get(`L-${n}`), `Number ${n}`);
});

test('refuses a call of 10,001 items', async () => {
  const answer = await service.call(
    'clientCreate',
    [...numbers, count].map((n) => client(`M-${n}`)),
  );
  assert.equal(answer.status, 400);
  assert.equal(answer.errors[0]?.Code, 'TOO_MANY');
  assert.equal((await service.call('clientList', { ClientNumber: 'M-0' })).status, 404);
});

test('reads a body of 16 MB, refuses or cuts off a longer one, and answers the next call', async () => {
  const items = Array.from({ length: 260 }, (_, n) => ({ ...client(`B-${n}`), ClientName: 'x'.repeat(64_000) }));
  const around = JSON.stringify({ ClientPostRequest: [...items, { ...client('B-1'), ClientName: '' }] });
  const filled = (bytes: number) => around.replace('""', `"${'x'.repeat(bytes - around.length)}"`);
  const most = await raw(clientsPath, { method: 'POST', headers: json, body: filled(limits.bytes) });
  assert.equal(most.status, 200, most.text.slice(0, 300));
  assert.equal(most.text.match(/is longer than 100 characters/g)?.length, 260);
  assert.match(most.text, /"Errors":\[\{"Code":"TOO_LARGE"/);
  const beyond = await raw(clientsPath, { method: 'POST', headers: json, body: filled(limits.bytes + 1) }).catch(
    () => undefined,
  );
  assert.ok(beyond === undefined || beyond.status === 400, beyond?.text);
  assert.equal((await service.call('clientCreate', client('B-2'))).successful.length, 1);
});

test('answers anything but plain JSON with 400', async () => {
  const body = JSON.stringify({ ClientPostRequest: [client('J-1')] });
  const attempts: [string, RequestInit['body'], Record<string, string>][] = [
    ['gzip', gzipSync(body), { ...json, 'content-encoding': 'gzip' }],
    ['an encoding that it does not have', body, { ...json, 'content-encoding': 'gzip' }],
    ['an unknown encoding', body, { ...json, 'content-encoding': 'identity, nonsense' }],
    ['text', body, { 'content-type': 'text/plain' }],
    ['form', 'ClientPostRequest=1', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['xml', '<x/>', { 'content-type': 'application/xml' }],
    ['no type', new TextEncoder().encode(body), {}],
    ['an unknown type', body, { 'content-type': 'nonsense' }],
    ['another JSON', body, { 'content-type': 'application/vnd.api+json' }],
    ['latin-1', Buffer.from(body.replace('Thandi', 'Zoë'), 'latin1'), json],
    ['half a surrogate', body.replace('Thandi', '\\ud800'), json],
    ['prototype', '{"__proto__":{"ClientPostRequest":[]}}', json],
    ['twice', body.replace('{', '{"ClientPostRequest":[],'), json],
    ['escaped twice', body.replace('{"ClientNumber"', '{"\\u0043lientNumber":"J-2","ClientNumber"'), json],
    ['__proto__', body.replace('{"ClientNumber"', '{"__proto__":{},"ClientNumber"'), json],
    ['deep', `{"ClientPostRequest":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, json],
    ['nothing', undefined, json],
  ];
  const odd = ['half a surrogate'];
  for (const [title, sent, headers] of attempts) {
    const { status, text } = await raw(clientsPath, { method: 'POST', headers, body: sent });
    if (odd.includes(title)) assert.ok(status === 400 || status === 200, `${title}: ${status} ${text.slice(0, 200)}`);
    else assert.equal(status, 400, `${title}: ${text.slice(0, 200)}`);
    const { APIResponse } = JSON.parse(text) as { APIResponse: { Status: string } };
    assert.equal(APIResponse.Status === 'SUCCESS', status === 200, title);
  }
});

test('Version must be v1 or absent, and each query parameter may occur once', async () => {
  const path = '/v1/payments/1001/general/frequency_codes';
  for (const query of ['', '?', '?Version=v1']) assert.equal((await raw(path + query)).status, 200, query);
  for (const query of [
    'Version=',
    'Version',
    'Version=V1',
    'Version=v1%20',
    'Version=1',
    'Version=v1.0',
    'Version=v2',
  ]) {
    const { status, text } = await raw(`${path}?${query}`);
    assert.equal(status, 400, query);
    assert.match(text, /"Field":"Version"/);
  }
  for (const query of ['Version=v1&Version=v1', 'version=v1', 'Version=v1&x=1', 'Version%00=v1', 'constructor=1'])
    assert.equal((await raw(`${path}?${query}`)).status, 400, query);
  for (const query of ['ClientNumber=a&ClientNumber=a', 'ClientNumber[]=a', 'ClientNumber=%00', '__proto__=x'])
    assert.equal((await raw(`${clientsPath}?${query}`)).status, 400, query);
  const numbers_ = ['1e3', '0x10', '1.5', '-1', '0', ' 1', '9007199254740993', '1_0', '१', '', 'NaN'];
  for (const value of numbers_) {
    const { status } = await raw(
      `/v1/payments/1001/maintain/mandates/EFT?ContractSequence=${encodeURIComponent(value)}`,
    );
    assert.equal(status, 400, JSON.stringify(value));
  }
});
