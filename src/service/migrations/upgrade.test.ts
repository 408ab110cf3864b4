import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fill, fingerprint, withDatabase } from '#service/backup/testing.ts';
import { migrate } from '#service/database/migrate.ts';
import { testDatabase } from '#service/testing/database.ts';
import { migrations } from './all.ts';

const ofTheFirstRelease = { '001-schema': migrations['001-schema'] as (typeof migrations)[string] };

test('a database of the first release is brought up to date with what it holds', async () => {
  const testDb = await testDatabase();
  try {
    await withDatabase(testDb.databaseUrl, async (database) => {
      await fill(database, ofTheFirstRelease);
      const before = await fingerprint(database.streams);
      assert.ok(Object.keys(before).length > 40, 'every table has rows');
      assert.deepEqual(await migrate(database, migrations), Object.keys(migrations).slice(1));
      const after = await fingerprint(database.streams);
      for (const [table, rows] of Object.entries(before)) assert.equal(after[table], rows, table);
    });
  } finally {
    await testDb.close();
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
