import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { migrations } from '#service/migrations/all.ts';
import { testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { migrate } from './migrate.ts';
import { openDatabase, type Database } from './open.ts';
import { inTransaction, isRepeatable, isUnavailable, runOnce } from './transaction.ts';

let testDb: TestDatabase;
let database: Database;
before(async () => {
  testDb = await testDatabase();
  database = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '/nonexistent', poolSize: 3 });
  await migrate(database, migrations);
  await database.pool.query(`
    create table jotting (merchant text not null, number int primary key);
    alter table jotting enable row level security;
    create policy own on jotting using (merchant = current_setting('app.merchant', true));
    grant select, insert, update, delete on jotting to collections_app`);
});
after(async () => {
  await database.close();
  await testDb.close();
});

const whoAmI = `select current_user as role, current_setting('app.merchant', true) as merchant`;
const add = (merchant: string, number: number) =>
  inTransaction(database.pool, { merchant }, (client) =>
    client.query('insert into jotting values ($1, $2)', [merchant, number]),
  );
const numbers = async (merchant: string | null) =>
  inTransaction(database.pool, { merchant }, async (client) =>
    (await client.query<{ number: number }>('select number from jotting order by 1')).rows.map((row) => row.number),
  );
const allIdle = () => assert.equal(database.pool.idleCount, database.pool.totalCount);

test("has one role and merchant, which the connection's next user does not inherit", async () => {
  const one = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '/nonexistent', poolSize: 1 });
  try {
    const inside = await inTransaction(one.pool, { merchant: '1001' }, (client) => client.query(whoAmI));
    assert.deepEqual(inside.rows, [{ role: 'collections_app', merchant: '1001' }]);
    const [outside] = (await one.pool.query<{ role: string; merchant: string }>(whoAmI)).rows;
    assert.notEqual(outside?.role, 'collections_app');
    assert.equal(outside?.merchant, '');
  } finally {
    await one.close();
  }
});

test('a merchant sees and writes only its own rows, and a call without a merchant sees none', async () => {
  await add('1001', 1);
  await add('1002', 2);
  assert.deepEqual(await numbers('1001'), [1]);
  assert.deepEqual(await numbers('1002'), [2]);
  assert.deepEqual(await numbers(null), []);
  const theft = inTransaction(database.pool, { merchant: '1001' }, (client) =>
    client.query(`insert into jotting values ('1002', 3)`),
  );
  await assert.rejects(theft, { code: '42501' });
});

test('a single read has the role and merchant, is skipped when setting them fails, and its connection stays usable', async () => {
  const one = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '/nonexistent', poolSize: 1 });
  const entering = (body: string) =>
    one.pool.query(`create or replace function enter(who text, of_merchant text, of_organisation text) returns void
      language plpgsql as $enter$ ${body} $enter$`);
  const { rows } = await one.pool.query<{ source: string }>(
    `select prosrc as source from pg_proc where proname = 'enter'`,
  );
  await one.pool.query('create sequence runs; grant usage on sequence runs to collections_app');
  const run = { name: 'run', text: `select nextval('runs') as run, current_user as role` };
  const read = () => runOnce(one.pool, { merchant: '1001' }, run).then((it) => it.rows);
  try {
    await entering(`begin raise 'nobody enters' using errcode = '28000'; end`);
    await assert.rejects(read(), { code: '28000' });
    await entering(rows[0]?.source ?? '');
    assert.deepEqual(await read(), [{ run: 1, role: 'collections_app' }]);
    const again = runOnce(one.pool, { merchant: '1001\0' }, run);
    await assert.rejects(again, { code: '22021' });
    await assert.rejects(runOnce(one.pool, { merchant: '1001' }, { text: 'select 1 / 0' }), { code: '22012' });
    const [inside] = (await runOnce(one.pool, { merchant: '1001' }, { text: whoAmI })).rows;
    assert.deepEqual(inside, { role: 'collections_app', merchant: '1001' });
    const [outside] = (await one.pool.query<{ role: string; merchant: string }>(whoAmI)).rows;
    assert.notEqual(outside?.role, 'collections_app');
    assert.equal(outside?.merchant, '');
    assert.deepEqual(await read(), [{ run: 2, role: 'collections_app' }]);
    assert.equal(one.pool.totalCount, 1);
  } finally {
    await one.close();
  }
});

test('numbers calls with numbers that never repeat', async () => {
  const given = await Promise.all(
    Array.from({ length: 30 }, () =>
      inTransaction(database.pool, { merchant: null }, async (_, { sequence }) => sequence),
    ),
  );
  assert.equal(new Set(given).size, 30);
  assert.ok(given.every(Number.isSafeInteger));
});

test('undoes work that throws, and the connection stays usable', async () => {
  const bug = new Error('a bug');
  const work = inTransaction(database.pool, { merchant: '1001' }, async (client) => {
    await client.query(`insert into jotting values ('1001', 10)`);
    throw bug;
  });
  await assert.rejects(work, (error) => error === bug);
  assert.equal(isUnavailable(bug), false);
  assert.deepEqual(await numbers('1001'), [1]);
  allIdle();
});

test('a swallowed failure is not reported as a commit', async () => {
  const work = inTransaction(database.pool, { merchant: '1001' }, async (client) => {
    await client.query(`insert into jotting values ('1001', 11)`);
    await client.query('select 1 / 0').catch(() => undefined);
  });
  await assert.rejects(work, /was rolled back/);
  assert.deepEqual(await numbers('1001'), [1]);
});

test('a connection ended by the server counts as unavailable, stores nothing, and is not reused', async () => {
  const before = database.pool.totalCount;
  const work = inTransaction(database.pool, { merchant: '1001' }, async (client) => {
    await client.query(`insert into jotting values ('1001', 12)`);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await database.pool.query('select pg_terminate_backend($1::int, 5000)', [rows[0]?.pid]);
    await client.query('select 1');
  });
  await assert.rejects(work, isUnavailable);
  assert.deepEqual(await numbers('1001'), [1]);
  assert.ok(database.pool.totalCount <= Math.max(before, 2));
  allIdle();
});

test('when the work has failed, does not wait for a running statement or reuse its connection', async () => {
  let pid = 0;
  let connections = 0;
  let sleeping: Promise<unknown> = Promise.resolve();
  const work = inTransaction(database.pool, { merchant: '1001' }, async (client) => {
    pid = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;
    connections = database.pool.totalCount;
    sleeping = client.query('select pg_sleep(20)').catch((error: unknown) => error);
    throw new Error('a bug');
  });
  await assert.rejects(work, { message: 'a bug' });
  assert.equal(database.pool.totalCount, connections - 1);
  assert.ok(isUnavailable(await sleeping));
  await database.pool.query('select pg_terminate_backend($1::int, 5000)', [pid]);
  allIdle();
  assert.deepEqual(await numbers('1001'), [1]);
});

test("a connection that ends before the commit's answer counts as unavailable", async () => {
  const work = inTransaction(database.pool, { merchant: '1001' }, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await database.pool.query('select pg_terminate_backend($1::int, 5000)', [rows[0]?.pid]);
  });
  await assert.rejects(work, isUnavailable);
});

test('a deadlock is reported as repeatable', async () => {
  await add('1001', 20);
  await add('1001', 21);
  let bothLocked = () => {};
  const haveBothLocked = new Promise<void>((resolve) => (bothLocked = resolve));
  let locked = 0;
  const cross = (first: number, second: number) =>
    inTransaction(database.pool, { merchant: '1001' }, async (client) => {
      await client.query('update jotting set number = number where number = $1', [first]);
      if (++locked === 2) bothLocked();
      await haveBothLocked;
      await client.query('update jotting set number = number where number = $1', [second]);
    });
  const results = await Promise.allSettled([cross(20, 21), cross(21, 20)]);
  const failures = results.flatMap((it) => (it.status === 'rejected' ? [it.reason as unknown] : []));
  assert.equal(failures.length, 1);
  assert.ok(failures.every((it) => isRepeatable(it) && isUnavailable(it)));
});

const failing = (text: string) =>
  inTransaction(database.pool, { merchant: '1001' }, (client) => client.query(text)).then(
    () => assert.fail(`${text} did not fail`),
    (error: unknown) => error,
  );

test('temporary limits count as unavailable; bugs do not', async () => {
  for (const text of [
    `set local statement_timeout = 20; select pg_sleep(5)`,
    `set local transaction_read_only = on; insert into jotting values ('1001', 30)`,
    `do $$ begin raise 'no room' using errcode = '53100'; end $$`,
    `do $$ begin raise 'too many' using errcode = '53300'; end $$`,
    `do $$ begin raise 'starting up' using errcode = '57P03'; end $$`,
  ])
    assert.equal(isUnavailable(await failing(text)), true, text);
  for (const text of [
    'select * from nowhere',
    'select 1 / 0',
    `insert into jotting values ('1001', 1)`,
    `insert into jotting values (null, 31)`,
  ])
    assert.equal(isUnavailable(await failing(text)), false, text);
  assert.equal(isUnavailable(Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })), false);
  assert.equal(isUnavailable(Object.assign(new Error('no socket'), { code: 'ENOENT', syscall: 'connect' })), true);
  for (const it of [undefined, null, 'text', 7, new TypeError('x is undefined')])
    assert.equal(isUnavailable(it), false);
});
