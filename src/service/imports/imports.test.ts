import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { ImportList, ImportView, SentBeforeList } from '#contract/imports.ts';
import { addDays } from '#rules/calendar.ts';
import { movedMoney } from '#rules/moved-money.ts';
import { createBrowser } from '#service/auth/test-browser.ts';
import { sandboxPassword, savePerson } from '#service/auth/users.ts';
import type { Job } from '#service/jobs/jobs.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { startTestGateway, type TestGateway } from '#service/testing/gateway.ts';
import { client, nextMonth } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';
import { importJobs } from './sweep.ts';

/** Imports as the server keeps them: of its own records, and in front of a provider. */

let own: TestService;
let gateway: TestGateway;
before(async () => {
  [own, gateway] = await Promise.all([testService(), startTestGateway()]);
});
after(() => Promise.all([own?.close(), gateway?.close()]));

let next = 0;
const newNumber = () => `M${String(++next).padStart(4, '0')}`;
const headersOf = (id: string, rows: string, more = {}) => ({
  'import-id': id,
  'import-rows': rows,
  'import-file': encodeURIComponent('Zoë März.csv'),
  ...more,
});
const ask = async <T>({ origin, token }: TestService, path: string, body?: object, as?: string) => {
  const answer = await fetch(`${origin}/imports/1001/EFT${path}`, {
    headers: { authorization: `Bearer ${as ?? (await token('1001'))}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as T };
};
const viewOf = async (service: TestService, id: string) => (await ask<ImportView>(service, `/${id}`)).body;
const countsOf = ({ Rows, Accepted, Refused, Unknown }: ImportView) => [Rows, Accepted, Refused, Unknown];
const kinds = () => [own, gateway.front];

/** A person who does not import. */
async function colleague({ database, origin }: TestService, permissions: readonly string[]): Promise<string> {
  const username = newNumber();
  const rights = { permissions, merchants: ['1001'], roles: [] };
  await savePerson(database.pool, { username, name: 'A colleague', password: sandboxPassword, ...rights });
  return (await createBrowser(origin).signInAs(username)).body['access_token'] ?? '';
}

test('an import is there with its counts and the reason of each refused row, also for a colleague; a corrected row is counted once', async () => {
  for (const service of kinds()) {
    const id = randomUUID();
    const mark = newNumber();
    const items = [1, 2, 3].map((it) => client(`${mark}-${it}`));
    const [one, , three] = items as [(typeof items)[0], (typeof items)[0], (typeof items)[0]];
    const wrong = { ...items[1], ClientNumber: `${mark}-2`, BankCode: 99 } as (typeof items)[0];
    await service.call('clientCreate', [one, wrong], { headers: headersOf(id, '2,5/4') });
    await service.call('clientCreate', [three], { headers: headersOf(id, '7/4') });
    const shown = await viewOf(service, id);
    assert.deepEqual(
      [shown.Operation, shown.FileName, countsOf(shown), shown.RefusedRows.map((it) => it.Row)],
      ['clientCreate', 'Zoë März.csv', [4, 2, 1, 0], [5]],
    );
    assert.deepEqual(
      shown.RefusedRows[0]?.Reasons.map((it) => it.Field),
      ['BankCode'],
    );
    assert.match(shown.At, /^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    const reader = await colleague(service, ['clients:read']);
    const listed = await ask<ImportList>(service, '', undefined, reader);
    assert.deepEqual(
      listed.body.Imports.filter((it) => it.ImportId === id).map((it) => [it.Accepted, it.Refused]),
      [[2, 1]],
    );
    await service.call('clientCreate', [items[1] as (typeof items)[0]], { headers: headersOf(id, '5/4') });
    assert.deepEqual(countsOf(await viewOf(service, id)), [4, 3, 0, 0]);
  }
});

test('who may not read what an import changes does not see it, and another caller’s import is not continued', async () => {
  for (const service of kinds()) {
    const id = randomUUID();
    await service.call('clientCreate', [client(newNumber())], { headers: headersOf(id, '1/1') });
    const reader = await colleague(service, ['payouts:read']);
    assert.equal((await ask<ImportList>(service, '', undefined, reader)).body.Imports.length, 0);
    assert.equal((await ask(service, `/${id}`, undefined, reader)).status, 404);
    const other = await colleague(service, ['clients:read', 'clients:write']);
    const number = newNumber();
    const answer = await service.call('clientCreate', [client(number)], {
      headers: headersOf(id, '2/2'),
      token: other,
    });
    assert.deepEqual([answer.status, /"IMPORT_ROWS"/.test(answer.text)], [400, true]);
    assert.equal((await service.call('clientList', { ClientNumber: number })).records.length, 0);
    assert.deepEqual(countsOf(await viewOf(service, id)), [1, 1, 0, 0]);
  }
});

test('a repeated call and a dry run count nothing, and rows that cannot be read are refused', async () => {
  const id = randomUUID();
  const item = client(newNumber());
  for (const service of kinds()) {
    const headers = headersOf(id, '1/1', { 'idempotency-key': randomUUID() });
    for (let times = 0; times < 2; times++) await service.call('clientCreate', [item], { headers });
    assert.deepEqual(countsOf(await viewOf(service, id)), [1, 1, 0, 0]);
    for (const rows of ['', '1', '1/', '0/1', '2-1/3', '1,1/3', '1-2/3', '1,2/3', '1-99999999/3', 'x/1', '1/1, 1/1']) {
      const answer = await service.call('clientCreate', [client(newNumber())], { headers: headersOf(id, rows) });
      assert.deepEqual([answer.status, /"IMPORT_ROWS"/.test(answer.text)], [400, true], rows);
    }
    const nameless = headersOf(id, '1/1', { 'import-file': '%E0%A4%A' });
    assert.equal((await service.call('clientCreate', [client(newNumber())], { headers: nameless })).status, 400);
  }
  await own.call('clientCreate', [client(newNumber())], { headers: headersOf(id, '2/2'), isDryRun: true });
  assert.deepEqual(countsOf(await viewOf(own, id)), [1, 1, 0, 0]);
});

test('a row whose outcome the provider has not told is unknown until it is, and one that did not leave is not sent', async () => {
  const { front, wire } = gateway;
  const id = randomUUID();
  const [one, two] = [newNumber(), newNumber()];
  wire.fail('cut after', one);
  await front.call('clientCreate', [client(one), client(`${one}-b`)], { headers: headersOf(id, '1-2/9') });
  await until(async () => (await viewOf(front, id)).Accepted === 2);
  assert.deepEqual(countsOf(await viewOf(front, id)), [9, 2, 0, 0]);
  const held = wire.hold('answer', two);
  const sending = front.call('clientCreate', [client(two)], { headers: headersOf(id, '4/9') });
  const go = await held;
  const shown = await viewOf(front, id);
  assert.deepEqual([countsOf(shown), shown.UnknownRows], [[9, 2, 0, 1], [4]]);
  go();
  await sending;
  assert.deepEqual(countsOf(await viewOf(front, id)), [9, 3, 0, 0]);
  const three = newNumber();
  wire.fail('429', three);
  await front.call('clientCreate', [client(three)], { headers: headersOf(id, '5/9') });
  assert.deepEqual(countsOf(await viewOf(front, id)), [9, 3, 0, 0]);
  // The provider asked for a pause.
  await until(async () => (await front.call('clientList', { ClientNumber: one })).status === 200);
});

test('debits that an import has sent are known to the next one, whoever sends it', async () => {
  for (const service of kinds()) {
    const provider = service === own ? own : gateway.bank;
    const ClientNumber = newNumber();
    await provider.call('clientCreate', client(ClientNumber));
    const made = await provider.call('contractCreate', {
      ClientNumber,
      ContractNumber: 'A',
      FrequencyCode: 'MNTH',
      CollectionDay: 1,
      InstalmentStartDate: `${nextMonth(provider.clock.today())} 00:00`,
      InstalmentAmount: 100,
      NumberOfInstalments: 2,
    });
    const ContractSequence = made.successful[0]?.ContractSequence ?? 0;
    const InstalmentActionDate = `${addDays(provider.clock.today(), 5)} 00:00`;
    const debit = { ContractSequence, InstalmentActionDate, InstalmentAmount: 55.55 };
    const id = randomUUID();
    const answer = await service.call('instalmentCreate', [debit], { headers: headersOf(id, '1/1') });
    assert.equal(answer.successful.length, 1, answer.text);
    const Items = [{ ...debit, InstalmentAmount: 1 }, debit].map((it) => movedMoney('instalmentCreate', it) ?? '');
    const sentBefore = (Import: string) => ask<SentBeforeList>(service, '/sent-before', { Import, Items });
    assert.deepEqual(
      (await sentBefore(randomUUID())).body.Sent.map((it) => it.Item),
      [1],
    );
    assert.deepEqual((await sentBefore(id)).body.Sent, []);
    const reader = await colleague(service, ['instalments:read']);
    assert.equal((await ask(service, '/sent-before', { Import: id, Items }, reader)).status, 401);
  }
});

test('reasons have no long number, and old imports are forgotten', async () => {
  const id = randomUUID();
  const wrong = { ...client(newNumber()), AccountNumber: 1e20 };
  await own.call('clientCreate', [wrong], { headers: headersOf(id, '1/1') });
  const shown = await viewOf(own, id);
  assert.equal(shown.Refused, 1);
  assert.doesNotMatch(JSON.stringify(shown.RefusedRows), /\d{7}/);
  await own.database.schema.query(`update file_import set changed_at = now() - interval '13 months'`);
  await importJobs['imports']?.run(own.database.pool, {} as Job);
  assert.equal((await ask(own, `/${id}`)).status, 404);
});
