import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import pg from 'pg';
import { tablesOf } from '#service/backup/catalog.ts';
import { fingerprint, withDatabase } from '#service/backup/testing.ts';
import { migrate } from '#service/database/migrate.ts';
import { testDatabase } from '#service/testing/database.ts';
import { migrations } from './all.ts';

/** The databases of the releases, as text with rows in every table (scripts/release-schema.ts). */
const released = new URL('released/', import.meta.url);

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return work(client).finally(() => client.end());
}

/**
 * Everything of the schema that a migration can change, one line for each thing. A restored trigger has other parentheses.
 */
const schemaOf = (client: pg.ClientBase) =>
  client
    .query<{ line: string }>(
      `with ours as (
          select oid, oid::regclass::text as name, relacl, relkind, relrowsecurity, relforcerowsecurity from pg_class
          where relnamespace::regnamespace::text in ('public', 'sign_in') and relkind in ('r', 'p', 'S', 'v')
            and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
        )
        select concat_ws(' ', relkind, name, relacl::text, relrowsecurity, relforcerowsecurity, obj_description(oid)) as line from ours
        union all
        select concat_ws(' ', 'column', name, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
            attacl::text, pg_get_expr(adbin, adrelid), col_description(attrelid, attnum))
          from ours join pg_attribute on attrelid = ours.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
          where attnum > 0 and not attisdropped
        union all
        select concat_ws(' ', 'constraint', name, conname, pg_get_constraintdef(c.oid))
          from ours join pg_constraint c on conrelid = ours.oid where contype <> 'n'
        union all
        select pg_get_indexdef(indexrelid) from ours join pg_index on indrelid = ours.oid
        union all
        select concat_ws(' ', 'policy', name, polname, polcmd, array(select unnest(polroles)::regrole::text order by 1)::text,
            pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
          from ours join pg_policy on polrelid = ours.oid
        union all
        select concat_ws(' ', 'trigger', name, translate(pg_get_triggerdef(t.oid), '()', '')) from ours join pg_trigger t on tgrelid = ours.oid
          where not tgisinternal
        union all
        select concat_ws(' ', pg_get_functiondef(oid), proacl::text) from pg_proc
          where pronamespace::regnamespace::text in ('public', 'sign_in') and prokind = 'f'
            and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
        union all
        select concat_ws(' ', 'schema', nspname, nspacl::text) from pg_namespace where nspname in ('public', 'sign_in')`,
    )
    // The order of a column, and of the rights on it, is not the schema's.
    .then(({ rows }) => rows.map(({ line }) => line.replace(/\{[^{}]*=[^{}]*\}/, sorted)).toSorted());

const sorted = (rights: string) => `{${rights.slice(1, -1).split(',').toSorted().join(',')}}`;

for (const file of readdirSync(released))
  test(`a database of release ${file.replace('.sql', '')} is brought up to date: its schema is a new one's, its rows are kept`, async () => {
    const [former, fresh] = [await testDatabase(), await testDatabase()];
    try {
      await withClient(former.databaseUrl, (client) => client.query(readFileSync(new URL(file, released), 'utf8')));
      const tables = await withClient(former.databaseUrl, tablesOf);
      const before = await fingerprint(former.databaseUrl, tables);
      assert.ok(Object.values(before).filter((rows) => !rows.startsWith('0 ')).length > 40, 'rows in every table');
      await withDatabase(former.databaseUrl, (database) => migrate(database, migrations));
      assert.deepEqual(await fingerprint(former.databaseUrl, tables), before);
      await withDatabase(fresh.databaseUrl, (database) => migrate(database, migrations));
      const expected = await withClient(fresh.databaseUrl, schemaOf);
      assert.ok(expected.length > 500);
      assert.deepEqual(await withClient(former.databaseUrl, schemaOf), expected);
    } finally {
      await Promise.all([former.close(), fresh.close()]);
    }
  });

test('a database from before the first release is refused in one line', async () => {
  const testDb = await testDatabase();
  try {
    await withDatabase(testDb.databaseUrl, async (database) => {
      await database.pool.query('create table kysely_migration (name text)');
      await assert.rejects(migrate(database, migrations), {
        message:
          'the database was made by a version before 1.0.0, which cannot be brought up to date: name another one',
      });
    });
  } finally {
    await testDb.close();
  }
});
