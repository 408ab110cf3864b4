import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { MonthManifest, MonthState } from '#contract/month-end.ts';
import { addMonths } from '#rules/calendar.ts';
import { openDatabase, type Database } from '#service/database/open.ts';
import { freePort, prepare } from '#service/testing/app.ts';
import { testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { startProvider } from '#service/testing/gateway.ts';
import { closerOf, manifestOfReport } from '#service/testing/month-end.ts';
import { startPair, type Pair } from '#service/testing/pair.ts';
import { client, mandate } from '#service/testing/samples.ts';

/** Two processes in front of a provider, on one database: one is killed while it reads a month, and the other one closes it. */
let provider: Awaited<ReturnType<typeof startProvider>>;
let testDb: TestDatabase;
let database: Database;
let pair: Pair;
let token: string;
let month: string;

before(async () => {
  provider = await startProvider();
  const { bank } = provider;
  month = addMonths(bank.clock.today(), -1).slice(0, 7);
  await bank.call('clientCreate', client('A'));
  await bank.call('mandateCreate', mandate(bank.clock.today(), 'A', 'A'));
  await bank.database.pool.query(
    `insert into transaction (merchant, product, transaction_date, client_number, contract_number, contract_sequence,
        instalment_sequence, transaction_type, amount, status)
      select merchant, product, $1, client_number, contract_number, contract_sequence, 1, 'TT1', 123456, 'PAID' from contract`,
    [`${month}-25 18:30`],
  );
  testDb = await testDatabase();
  await prepare(testDb.databaseUrl);
  database = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '/nonexistent' });
  const environment = { ...provider.environment, SANDBOX: 'off' };
  pair = await startPair(database, testDb.databaseUrl, await freePort(), environment);
  token = await closerOf({ database, origin: pair.origin });
});
after(async () => {
  await pair?.close();
  await database?.close();
  await testDb?.close();
  await provider?.close();
});

async function change(address: string, what: 'close' | 'reopen', body: object) {
  const answer = await fetch(`${address}/month-end/1001/EFT/${month}/${what}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  return { status: answer.status, state: (await answer.json()) as MonthState };
}

const drafts = async () => (await database.streams.query('select from month_read where version is null')).rows.length;

test('what a process has read when it is killed is no close; another one closes the month, and later removes the rest', async () => {
  const [killed, other] = pair.processes;
  const Manifest: MonthManifest = await manifestOfReport(provider.bank, month, 0);
  const held = provider.wire.hold('answer', `${month}-01`);
  const broken = change(killed.address, 'close', { Manifest }).catch(() => undefined);
  const goOn = await held;
  assert.equal(await drafts(), 1);
  await killed.kill('SIGKILL');
  goOn();
  assert.equal(await broken, undefined);

  const closed = await change(other.address, 'close', { Manifest });
  assert.deepEqual([closed.status, closed.state.Manifest, closed.state.Closing?.Version], [200, Manifest, 1]);
  assert.equal(await drafts(), 1);
  await database.streams.query(`update month_read set begun = now() - interval '2 hours'`);
  assert.equal((await change(other.address, 'reopen', { Reason: 'A fee was missing' })).status, 200);
  assert.equal((await change(other.address, 'close', { Manifest })).state.Closing?.Version, 2);
  assert.equal(await drafts(), 0);
});
