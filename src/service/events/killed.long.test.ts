import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import type { EventBody } from '#contract/events.ts';
import { openDatabase, type Database } from '#service/database/open.ts';
import { queryOn } from '#service/database/query.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { startReceiver, type Receiver } from '#service/messages/test-receiver.ts';
import { freePort, prepare } from '#service/testing/app.ts';
import { testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { numbersKeyFile, testNow } from '#service/testing/run.ts';
import { startService, type ServiceProcess } from '#service/testing/service-process.ts';
import { until } from '#service/testing/until.ts';
import { replaceEventSecret } from './secret.ts';
import { writeEvents } from './write.ts';

/** Whole processes: many events, and a process that is killed while a receiver has an event and has not answered. */

const endpoint = '00000000-0000-4000-8000-00000000e5e5';
let testDb: TestDatabase;
let database: Database;
let running: ServiceProcess;
let receiver: Receiver;
const held: ServerResponse[] = [];
let isHolding = false;

before(async () => {
  testDb = await testDatabase();
  await prepare(testDb.databaseUrl);
  database = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '/nonexistent' });
  receiver = await startReceiver((response) => {
    if (isHolding) held.push(response);
    else response.end();
  });
  // With its first merchant present, the sandbox counts as filled.
  await asMaintenance(database.pool, (query) =>
    query(`insert into merchant values ('1001', 'Umthombo Home Finance') on conflict do nothing`),
  );
  await asMaintenance(database.pool, (query) =>
    query(`insert into event_endpoint (merchant, endpoint, address, types) values ('1001', $1, $2, '{debit.paid}')`, [
      endpoint,
      receiver.origin,
    ]),
  );
  await replaceEventSecret(queryOn(database.pool), endpoint, 'UTC');
  running = await start();
});
after(async () => {
  await running?.kill('SIGTERM');
  await receiver?.close();
  await database?.close();
  await testDb?.close();
});

const start = async () =>
  startService({
    PORT: String(await freePort()),
    DATABASE_URL: testDb.databaseUrl,
    NUMBERS_KEY_FILE: numbersKeyFile,
    CALLBACKS: 'loopback',
    SANDBOX_NOW: testNow,
  });

const write = (from: number, count: number) =>
  inTransaction(database.pool, { merchant: '1001' }, (connection) =>
    writeEvents(
      queryOn(connection),
      '1001',
      Array.from({ length: count }, (_, index) => ({
        Type: 'debit.paid' as const,
        At: testNow,
        ContractSequence: from + index,
      })),
    ),
  );

const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as EventBody);
const waiting = async () =>
  (
    await asMaintenance(database.pool, (query) =>
      query(`select from event_delivery where endpoint = $1 and state = 'WAITING'`, [endpoint]),
    )
  ).length;

test('ten thousand events of one transaction arrive once each and in their order', async () => {
  await write(0, 10_000);
  await until(async () => (await waiting()) === 0, 400);
  assert.deepEqual(
    bodies().map((it) => it.ContractSequence),
    Array.from({ length: 10_000 }, (_, index) => index),
  );
});

test('events that a killed process was sending are sent by another, with the same ids', async () => {
  const { length } = receiver.received;
  const later = () => bodies().slice(length);
  isHolding = true;
  await write(20_000, 3);
  await until(() => held.length > 0);
  await running.kill('SIGKILL');
  isHolding = false;
  assert.equal(await waiting(), 3, 'nothing is taken for sent that was not answered');
  running = await start();
  await until(async () => (await waiting()) === 0, 200);
  assert.deepEqual(
    [...new Set(later().map((it) => it.ContractSequence))],
    [20_000, 20_001, 20_002],
    'each came, in their order',
  );
  const first = later().filter((it) => it.ContractSequence === 20_000);
  assert.ok(first.length > 1, 'the first came again');
  assert.equal(new Set(first.map((it) => it.EventId)).size, 1);
});
