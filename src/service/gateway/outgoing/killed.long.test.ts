import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { operations } from '#contract/operations.ts';
import { addDays } from '#rules/calendar.ts';
import { openDatabase, type Database } from '#service/database/open.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { prepare, tokenFrom } from '#service/testing/app.ts';
import { freePort } from '#service/testing/app.ts';
import { testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { startProvider } from '#service/testing/gateway.ts';
import { startPair, type Pair } from '#service/testing/pair.ts';
import { requestOf } from '#service/testing/request-of.ts';
import { client, nextMonth } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';

/** Two processes of this server in front of a provider, on one database: one is killed, and the other one ends its work. */

let provider: Awaited<ReturnType<typeof startProvider>>;
let testDb: TestDatabase;
let database: Database;
let pair: Pair;
let token: string;

before(async () => {
  provider = await startProvider();
  testDb = await testDatabase();
  await prepare(testDb.databaseUrl);
  database = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '/nonexistent' });
  await start();
});
after(async () => {
  await pair?.close();
  await database?.close();
  await testDb?.close();
  await provider?.close();
});

async function start(graceSeconds = 2) {
  const environment = { ...provider.environment, SANDBOX: 'off', PROVIDER_GRACE_SECONDS: String(graceSeconds) };
  pair = await startPair(database, testDb.databaseUrl, await freePort(), environment);
  token = await tokenFrom(pair.origin);
}

let next = 0;

async function withContract() {
  const { bank } = provider;
  const number = `K${++next}`;
  await bank.call('clientCreate', client(number));
  const made = await bank.call('contractCreate', {
    ClientNumber: number,
    ContractNumber: 'A',
    FrequencyCode: 'MNTH',
    CollectionDay: 1,
    InstalmentStartDate: `${nextMonth(bank.clock.today())} 00:00`,
    InstalmentAmount: 100,
    NumberOfInstalments: 2,
  });
  const ContractSequence = made.successful[0]?.ContractSequence ?? 0;
  const InstalmentActionDate = `${addDays(bank.clock.today(), 5)} 00:00`;
  return { ContractSequence, item: { ContractSequence, InstalmentActionDate, InstalmentAmount: 55.55 } };
}

async function send(address: string, item: object, key: string) {
  const { url, init } = requestOf(operations.instalmentCreate, address, '1001', 'EFT', item);
  const headers = { ...init.headers, authorization: `Bearer ${token}`, 'idempotency-key': key };
  const answer = await fetch(url, { ...init, headers });
  return { status: answer.status, text: await answer.text() };
}

async function storedOf(ContractSequence: number): Promise<number> {
  const { records } = await provider.bank.call('instalmentList', { ContractSequence });
  return records.filter((it) => it.InstalmentAmount === 55.55).length;
}

/** What is held when the process is killed. */
const moments = [
  { name: 'while it reads before it sends', what: 'request', path: '/instalments/EFT?' },
  { name: 'while it sends, and the request arrives later', what: 'request', path: '' },
  { name: 'after the provider has stored it', what: 'answer', path: '' },
] as const;

test('a process killed at any moment: the other one tells what became of the change, and it is stored once or not at all', async () => {
  const [one, other] = pair.processes;
  const begun = await Promise.all(
    moments.map(async (moment) => {
      const { ContractSequence, item } = await withContract();
      const mark = moment.path ? `ContractSequence=${ContractSequence}` : `"ContractSequence":${ContractSequence},`;
      const held = provider.wire.hold(moment.what, mark);
      const key = randomUUID();
      const sent = send(one.address, item, key).catch(() => undefined);
      return { moment, ContractSequence, item, key, sent, goOn: await held };
    }),
  );
  await one.kill('SIGKILL');
  for (const { sent } of begun) assert.equal(await sent, undefined, 'its callers hear nothing');
  for (const { goOn } of begun) goOn();
  for (const { moment, ContractSequence, item, key } of begun) {
    let answer = await send(other.address, item, key);
    await until(async () => {
      if (answer.status === 503) answer = await send(other.address, item, key);
      return answer.status !== 503;
    });
    // What was never sent is free for its key, and was sent by this caller's repeat.
    assert.match(answer.text, /"InstalmentSequence":3/, moment.name);
    assert.equal(await storedOf(ContractSequence), 1, moment.name);
  }
  const rows = await asMaintenance(database.pool, (query) =>
    query<{ left: number }>(
      `select (select count(*)::int from outgoing_call where state <> 'SETTLED') + (select count(*)::int from outgoing_claim) as left`,
    ),
  );
  assert.equal(rows[0]?.left, 0);
});

test('an equal change of a colleague does not pass what a killed process has left', async () => {
  await pair.close();
  // Longer than a change waits for another one.
  await start(8);
  const [one, other] = pair.processes;
  const { ContractSequence, item } = await withContract();
  const held = provider.wire.hold('request', `"ContractSequence":${ContractSequence},`);
  const key = randomUUID();
  const sent = send(one.address, item, key).catch(() => undefined);
  await held;
  await one.kill('SIGKILL');
  await sent;
  // Never goes on: it is lost.
  const colleague = await send(other.address, { ...item, InstalmentAmount: 55.55 }, randomUUID());
  assert.match(colleague.text, /"Failed":\[\{.*"Code":"UNSETTLED"/);
  let answer = await send(other.address, item, key);
  await until(async () => {
    if (answer.status === 503) answer = await send(other.address, item, key);
    return answer.status !== 503;
  });
  assert.match(answer.text, /"Code":"NOT_STORED"/);
  assert.equal(await storedOf(ContractSequence), 0);
  const again = await send(other.address, item, randomUUID());
  assert.match(again.text, /"InstalmentSequence":3/);
  assert.equal(await storedOf(ContractSequence), 1);
});
