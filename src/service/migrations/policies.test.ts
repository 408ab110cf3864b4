import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ClientBase } from 'pg';
import { migrate } from '#service/database/migrate.ts';
import { openDatabase, type Database } from '#service/database/open.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { addJob } from '#service/jobs/jobs.ts';
import { testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { migrations } from './all.ts';

let testDb: TestDatabase;
let database: Database;
before(async () => {
  testDb = await testDatabase();
  database = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '/nonexistent' });
  await migrate(database, migrations);
  await database.pool.query(`insert into organisation values ('demo', 'Demo', '{1001}'), ('other', 'Other', '{1002}')`);
});
after(async () => {
  await database?.close();
  await testDb?.close();
});

test('every table that a call can reach shows it the rows of its own merchant or organisation only', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind in ('r', 'p') and not (relrowsecurity and relforcerowsecurity)
       and has_any_column_privilege('collections_app', oid, 'select, insert, update')
       and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
  );
  assert.deepEqual(rows, []);
});

test('what a call sees and writes of such a table is compared with its merchant or organisation', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select tablename || ' ' || policyname as name from pg_policies
      where schemaname = 'public' and 'collections_maintenance' <> all(roles) and tablename <> 'job'
        and not (coalesce(qual, with_check) ~ '^\\(+(merchant|organisation) = current_setting\\(''app\\.(merchant|organisation)''')
      order by name`,
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    [],
  );
});

const as = <T>(begin: { merchant?: string; organisation?: string }, work: (client: ClientBase) => Promise<T>) =>
  inTransaction(database.pool, begin, work);

test('a call sees its own organisation', async () => {
  const seen = (organisation: string) =>
    as({ organisation }, async (client) => (await client.query('select organisation from organisation')).rows);
  assert.deepEqual(await seen('demo'), [{ organisation: 'demo' }]);
  assert.deepEqual(await seen('elsewhere'), []);
  assert.deepEqual(await as({ merchant: '1001' }, async (it) => (await it.query('select from organisation')).rows), []);
});

test('a call leaves jobs for its own merchant or organisation, and for nobody else', async () => {
  const leave = (begin: { merchant?: string; organisation?: string }, payload: object) =>
    as(begin, (client) => addJob(async (text, values) => (await client.query(text, values)).rows, 'any', 'k', payload));
  await leave({ organisation: 'demo' }, { organisation: 'demo' });
  await leave({ merchant: '1001' }, { merchant: '1001' });
  for (const payload of [{ organisation: 'other' }, { merchant: '1001' }, {}])
    await assert.rejects(leave({ organisation: 'demo' }, payload), /row-level security policy for table "job"/);
});
