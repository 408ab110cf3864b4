import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { limits } from '#contract/operation.ts';
import { addDays } from '#rules/calendar.ts';
import { sandboxMessageSignIn } from '#service/auth/basic.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { client, nextMonth } from '#service/testing/samples.ts';

/** Limits on what a call may request, and on the length of its answer, checked before the work is done. */

let service: TestService;
/** Below the real limit, so that the test is fast. */
const maxRows = 10_000;
before(async () => {
  service = await testService({ maxRows });
  await service.call('clientCreate', client('C-1'));
});
after(() => service?.close());

const many = <T>(count: number, of: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => of(n));
const unknownFields = (count: number) => Object.fromEntries(many(count, (n) => [`Unknown${n}`, n]));
const contract = (ContractNumber: string, more: object = {}) => ({
  ClientNumber: 'C-1',
  ContractNumber,
  FrequencyCode: 'MNTH',
  CollectionDay: 1,
  InstalmentStartDate: `${nextMonth(service.clock.today())} 00:00`,
  InstalmentAmount: 10,
  ...more,
});

async function raw(path: string, body: string | Buffer, authorization?: string) {
  const answer = await fetch(service.origin + path, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      authorization: authorization ?? `Bearer ${await service.token()}`,
    },
  });
  const text = await answer.text();
  return {
    status: answer.status,
    text,
    errors: (JSON.parse(text) as { Errors?: { Code: string; Field?: string }[] }).Errors,
  };
}

const clientsPath = '/v1/payments/1001/maintain/clients/EFT';
const { username, password } = sandboxMessageSignIn;
const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

test('refuses and names a duplicate key in every body: an amount cannot hide behind another', async () => {
  const message = JSON.stringify({
    messages: [{ from: '27105550100', to: '27825550101', content: { language: 'en' } }],
  });
  const day = addDays(service.clock.today(), 1);
  const attempts: [path: string, body: string, key: string, authorization?: string][] = [
    [
      '/v1/payments/1001/maintain/contracts/EFT',
      JSON.stringify({ ContractPostRequest: [contract('TWICE')] }).replace(
        '"InstalmentAmount":10',
        '"InstalmentAmount":10,"Instalment\\u0041mount":90000',
      ),
      'InstalmentAmount',
    ],
    ['/v1/send-whatsapp-template', message.replace('"language"', '"language":"af","language"'), 'language', basic],
    ['/sandbox/clock/1001', `{"Today":"${day}","Today":"${day}"}`, 'Today'],
    [clientsPath, '{"ClientPostRequest":[{"__proto__":{"ClientNumber":"P-1"}}]}', '__proto__'],
  ];
  for (const [path, body, key, authorization] of attempts) {
    const { status, errors, text } = await raw(path, body, authorization);
    assert.equal(status, 400, `${path}: ${text}`);
    assert.equal(errors?.[0]?.Field, key, `${path}: ${text}`);
  }
  assert.equal((await service.call('contractList', { ClientNumber: 'C-1', ContractNumber: 'TWICE' })).status, 404);
});

test('refuses bytes that are not UTF-8 in every body, and stores nothing', async () => {
  const latin = (text: string) => Buffer.from(text, 'latin1');
  const item = JSON.stringify({ ClientPostRequest: [{ ...client('L-1'), ClientName: 'Zoë' }] });
  for (const [path, body, authorization] of [
    [clientsPath, latin(item)],
    ['/v1/send-whatsapp-template', latin('{"messages":[{"from":"27105550100","to":"Zoë"}]}'), basic],
    ['/sandbox/clock/1001', latin('{"Today":"Zoë"}')],
  ] as const) {
    const { status, errors, text } = await raw(path, body, authorization);
    assert.equal(status, 400, `${path}: ${text}`);
    assert.equal(errors?.[0]?.Code, 'NOT_UTF8', path);
  }
  assert.equal((await service.call('clientList', { ClientNumber: 'L-1' })).status, 404);
  assert.equal((await raw(clientsPath, item)).status, 200);
  assert.equal((await service.call('clientList', { ClientNumber: 'L-1' })).records[0]?.ClientName, 'Zoë');
});

test("lists twenty of an item's hundred unknown fields, and the number of the others", async () => {
  const { failed } = await service.call('clientCreate', { ...client('U-1'), ...unknownFields(100) });
  const codes = failed[0]?.Errors.map((it) => it.Code) ?? [];
  assert.deepEqual(codes, [...many(limits.itemFaults, () => 'UNKNOWN_WORD'), 'MORE']);
  assert.equal(failed[0]?.Errors.at(-1)?.Message, 'There are 80 more problems.');
});

test('lists two thousand problems of a call; each item has its first one and the number of the others', async () => {
  const { failed } = await service.call(
    'clientCreate',
    many(150, (n) => ({ ...client(`U-${n}`), ...unknownFields(30) })),
  );
  assert.equal(failed.length, 150);
  assert.equal(failed[99]?.Errors.length, limits.itemFaults + 1);
  for (const it of failed.slice(100)) {
    assert.deepEqual(
      it.Errors.map((fault) => fault.Code),
      ['UNKNOWN_WORD', 'MORE'],
    );
    assert.equal(it.Errors[1]?.Message, 'There are 29 more problems.');
  }
});

test('refuses an oversized item without parsing it, and accepts the other items', async () => {
  for (const huge of [unknownFields(200_000), { ...client('H-1'), ClientName: 'x'.repeat(70_000) }]) {
    const ClientNumber = `H-${JSON.stringify(huge).length}`;
    const { status, text } = await raw(
      clientsPath,
      JSON.stringify({ ClientPostRequest: [huge, client(ClientNumber)] }),
    );
    assert.equal(status, 200, text.slice(0, 300));
    assert.ok(text.length < 2000, `${text.length}`);
    const { ClientPostResponse } = JSON.parse(text) as {
      ClientPostResponse: { Successful: object[]; Failed: { Errors: { Code: string }[] }[] }[];
    };
    assert.equal(ClientPostResponse[0]?.Failed[0]?.Errors[0]?.Code, 'TOO_LARGE');
    assert.equal(ClientPostResponse[0]?.Successful.length, 1);
  }
});

test('repeats refused items until the answer would be too large, then only their identification', async () => {
  const { text, failed } = await service.call(
    'clientCreate',
    many(240, (n) => ({ ...client(`E-${n}`), ClientName: 'x'.repeat(60_000) })),
  );
  assert.ok(text.length < limits.echoBytes * 1.1, `${text.length}`);
  assert.equal(failed.length, 240);
  assert.equal(String(failed[0]?.['ClientName']).length, 60_000);
  const last = failed.at(-1);
  assert.deepEqual(Object.keys(last ?? {}), ['ClientNumber', 'Errors']);
  assert.equal(last?.['ClientNumber'], 'E-239');
  assert.deepEqual(
    last?.Errors.map((it) => it.Code),
    ['INVALID', 'NOT_REPEATED'],
  );
});

test('repeats a refused item unchanged, whatever it is', async () => {
  const refused = [
    '{"A" : 1.50 ,"b":{"c":"}"} } ',
    '{}',
    '{"A":"\\u0041\\n"}',
    '{"Errors":1,"A":2}',
    '"text"',
    '[1,2]',
    'null',
  ];
  const { text } = await raw(clientsPath, `{"ClientPostRequest":[${refused.join(' , ')}]}`);
  const { ClientPostResponse } = JSON.parse(text) as { ClientPostResponse: { Failed: Record<string, unknown>[] }[] };
  const failed = ClientPostResponse[0]?.Failed ?? [];
  assert.ok(failed.every((it) => Array.isArray(it['Errors']) && it['Errors'].length > 0));
  assert.deepEqual(
    failed.map((it) => ({ ...it, Errors: [] })),
    [{ A: 1.5, b: { c: '}' } }, {}, { A: 'A\n' }, { A: 2 }, { Item: 'text' }, { Item: [1, 2] }, { Item: null }].map(
      (it) => ({ ...it, Errors: [] }),
    ),
  );
});

test('long simultaneous bodies of two merchants: each answer has only its own items', async () => {
  const path = (merchant: string) => `/v1/payments/${merchant}/maintain/clients/EFT`;
  const body = (letter: string) =>
    JSON.stringify({
      ClientPostRequest: many(40, () => ({ ClientNumber: letter, ClientName: letter.repeat(50_000) })),
    });
  const refusedItems = async (merchant: string, letter: string) => {
    const { status, text } = await raw(path(merchant), body(letter), `Bearer ${await service.token(merchant)}`);
    assert.equal(status, 200);
    const { ClientPostResponse } = JSON.parse(text) as { ClientPostResponse: { Failed: { ClientName: string }[] }[] };
    return ClientPostResponse[0]?.Failed.map((it) => it.ClientName);
  };
  for (let round = 0; round < 3; round++) {
    const all = await Promise.all([
      refusedItems('1001', 'a'),
      refusedItems('1002', 'b'),
      refusedItems('1001', 'c'),
      refusedItems('1002', 'd'),
    ]);
    assert.deepEqual(
      all,
      ['a', 'b', 'c', 'd'].map((letter) => many(40, () => letter.repeat(50_000))),
    );
  }
});

test('refuses a call for more than 150,000 instalments before creating any', async () => {
  for (const name of ['mandateCreate', 'contractCreate'] as const) {
    const refused = await service.call(name, [
      ...many(250, (n) => contract(`S-${n}`, { NumberOfInstalments: 600 })),
      contract('S-LAST', { NumberOfInstalments: 1 }),
    ]);
    assert.equal(refused.status, 400);
    assert.deepEqual(refused.errors, [
      {
        Field: 'NumberOfInstalments',
        Code: 'TOO_MANY',
        Message: 'The call asks for 150001 instalments; one call makes at most 150000.',
      },
    ]);
  }
  assert.equal((await service.call('instalmentList', {})).records.length, 0);
});

test('refuses edits that would change more records than a call may, and changes nothing', async () => {
  const created = await service.call('contractCreate', contract('E-1', { NumberOfInstalments: 600 }));
  const ContractSequence = created.successful[0]?.ContractSequence ?? 0;
  const refused = await service.call(
    'contractEdit',
    many(20, (n) => ({ ContractSequence, InstalmentAmount: 20 + (n % 2) })),
  );
  assert.equal(refused.status, 400);
  assert.equal(refused.errors[0]?.Code, 'TOO_MANY');
  assert.match(refused.errors[0]?.Message ?? '', /more than 10000 records/);
  const { records } = await service.call('instalmentList', { ContractSequence });
  assert.deepEqual([...new Set(records.map((it) => it.InstalmentAmount))], [10]);
});
