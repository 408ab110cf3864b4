import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { temporaryFolder, testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { openDatabase, type Database } from './open.ts';
import { isUnavailable } from './transaction.ts';

let testDb: TestDatabase;
let database: Database;
const dataDirectory = '/nonexistent';
before(async () => {
  testDb = await testDatabase();
  database = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory });
});
after(async () => {
  await database.close();
  await testDb.close();
});

test('says which database, without user or password', () => {
  assert.match(database.description, /^PostgreSQL \d+ at \S+:\d+\/test_\d+_\d+$/);
  assert.doesNotMatch(database.description, /@/);
  assert.equal(database.exited, undefined);
});

test("reads one merchant's changes in index order, without sorting", async () => {
  await database.pool.query(`
    create table log (merchant text, n int, at timestamp, note text);
    insert into log select (1001 + n / 100 % 16)::text, n, timestamp '2026-01-01' + n * interval '1 minute', repeat('x', 100)
      from generate_series(1, 100000) n;
    create index on log (merchant, at, n);
    analyze log`);
  const { rows } = await database.streams.query<{ 'QUERY PLAN': string }>(
    `explain select * from log where merchant = '1008' and at >= '2026-01-01' and at < '2099-01-01' order by at, n`,
  );
  assert.match(rows[0]?.['QUERY PLAN'] ?? '', /^Index Scan/);
});

test('delivers numbers as numbers and wall-clock times as text, alone and in arrays', async () => {
  const { rows } = await database.pool.query(
    `select 9007199254740991::bigint as whole, 12.34::numeric as amount,
      timestamp '2024-02-29 23:59:58.5' as at, date '2024-02-29' as day,
      array[1, null]::bigint[] as wholes, array[0.5]::numeric[] as amounts,
      array[timestamp '2024-02-29 08:00', null] as times, array[date '2024-02-29'] as days, null::timestamp as none`,
  );
  assert.deepEqual(rows, [
    {
      whole: 9007199254740991,
      amount: 12.34,
      at: '2024-02-29 23:59',
      day: '2024-02-29',
      wholes: [1, null],
      amounts: [0.5],
      times: ['2024-02-29 08:00', null],
      days: ['2024-02-29'],
      none: null,
    },
  ]);
  await assert.rejects(database.pool.query('select 9007199254740993::bigint'), /beyond 2\^53/);
  const { rows: ofSchema } = await database.schema.query('select 5::bigint as it');
  assert.deepEqual(ofSchema, [{ it: 5 }]);
});

test('does not depend on how the server writes dates', async () => {
  const name = new URL(testDb.databaseUrl).pathname.slice(1);
  await database.pool.query(`alter database ${name} set datestyle = 'SQL, DMY'`);
  await database.pool.query(`alter database ${name} set timezone = 'Asia/Tokyo'`);
  const other = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory });
  try {
    const { rows } = await other.pool.query(
      `select timestamp '2024-02-29 23:59' as at, current_setting('timezone') as zone`,
    );
    assert.deepEqual(rows, [{ at: '2024-02-29 23:59', zone: 'UTC' }]);
  } finally {
    await other.close();
  }
});

test('survives connections that the server ends, idle and in use', async () => {
  const other = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory, poolSize: 2 });
  try {
    const [idle, busy] = [await other.pool.connect(), await other.pool.connect()];
    const pids = [idle, busy].map(async (it) => (await it.query('select pg_backend_pid() as pid')).rows[0].pid);
    idle.release();
    const waiting = assert.rejects(busy.query('select pg_sleep(20)'), isUnavailable);
    for (const pid of await Promise.all(pids))
      await database.pool.query('select pg_terminate_backend($1::int, 5000)', [pid]);
    await waiting;
    busy.release(true);
    assert.deepEqual((await other.pool.query('select 1 as one')).rows, [{ one: 1 }]);
  } finally {
    await other.close();
  }
});

test('a full pool refuses the next caller soon, and works again afterwards', async () => {
  const other = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory, poolSize: 1 });
  try {
    const only = await other.pool.connect();
    await assert.rejects(other.pool.query('select 1'), isUnavailable);
    only.release();
    assert.deepEqual((await other.pool.query('select 1 as one')).rows, [{ one: 1 }]);
  } finally {
    await other.close();
  }
});

test('retries while nothing listens yet, and reports a wrong address without its password', async () => {
  const port = await new Promise<number>((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
  const databaseUrl = `postgres://someone:secret-word@127.0.0.1:${port}/db`;
  const began = performance.now();
  await assert.rejects(openDatabase({ databaseUrl, dataDirectory, waitMs: 600 }), ({ message }: Error) => {
    assert.match(message, /^the database of DATABASE_URL cannot be used: .*ECONNREFUSED/);
    assert.doesNotMatch(message, /secret-word|someone/);
    return true;
  });
  assert.ok(performance.now() - began >= 600);
});

test('an embedded one is described by its directory, ends with close, and then its calls are unavailable', async () => {
  const folder = await temporaryFolder();
  const embedded = await openDatabase({ dataDirectory: path.join(folder, 'data') });
  try {
    assert.match(embedded.description, new RegExp(`^embedded PostgreSQL 18\\.\\d+ in ${folder}/data$`));
    assert.deepEqual((await embedded.pool.query('select 1 as one')).rows, [{ one: 1 }]);
    await Promise.all([embedded.close(), embedded.close()]);
    await embedded.exited;
    await assert.rejects(embedded.pool.query('select 1'), isUnavailable);
  } finally {
    await embedded.close();
    await rm(folder, { recursive: true, force: true });
  }
});
