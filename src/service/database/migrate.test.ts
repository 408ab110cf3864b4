import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { migrate, type Migration } from './migrate.ts';
import { openDatabase, type Database } from './open.ts';

let testDb: TestDatabase;
let one: Database;
let two: Database;
before(async () => {
  testDb = await testDatabase();
  const from = { databaseUrl: testDb.databaseUrl, dataDirectory: '/nonexistent' };
  [one, two] = await Promise.all([openDatabase({ ...from, poolSize: 1 }), openDatabase({ ...from, poolSize: 1 })]);
});
after(async () => {
  await Promise.all([one.close(), two.close()]);
  await testDb.close();
});

const running = (text: string): Migration => ({ up: (client) => client.query(text) });
const first = { '001-first': running('create table first (it int); select pg_sleep(0.3)') };
const second = { '002-second': running('create table second (it int)') };
const limit = async (database: Database) =>
  (await database.pool.query<{ statement_timeout: string }>('show statement_timeout')).rows[0]?.statement_timeout;

test('two simultaneous starts apply each migration once', async () => {
  const applied = await Promise.all([migrate(one, first), migrate(two, first)]);
  assert.deepEqual(applied.flat(), ['001-first']);
});

test('applies what is new, and nothing twice', async () => {
  assert.deepEqual(await migrate(one, { ...first, ...second }), ['002-second']);
  assert.deepEqual(await migrate(one, { ...first, ...second }), []);
  await one.pool.query('select it from second');
});

test("runs without a call's time limits, which calls keep", async () => {
  const settings = { '003-seen': running(`create table seen as select current_setting('statement_timeout') as it`) };
  await migrate(one, { ...first, ...second, ...settings });
  assert.deepEqual((await one.pool.query('select it from seen')).rows, [{ it: '0' }]);
  assert.equal(await limit(one), '30s');
});

test('names a failed migration, undoes it, and keeps its cause', async () => {
  const all = { ...first, ...second, '003-seen': running('') };
  const bad = { '004-bad': running('create table half (it int); select 1 / 0') };
  await assert.rejects(migrate(one, { ...all, ...bad }), (error: Error) => {
    assert.match(error.message, /^the database could not be brought up to date \(004-bad\): division by zero$/);
    assert.equal((error.cause as { code?: string }).code, '22012');
    return true;
  });
  assert.deepEqual((await one.pool.query(`select to_regclass('half') as it`)).rows, [{ it: null }]);
  assert.equal(await limit(one), '30s');
});

test('refuses a database of a newer version in one line', async () => {
  await assert.rejects(migrate(two, first), {
    message:
      /^the database is newer than this program \(it has 002-second, 003-seen\): start the newer one, or name another/,
  });
});
