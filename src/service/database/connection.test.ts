import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { asMaintenance } from '#service/jobs/store.ts';
import { testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { project } from '#service/testing/programs.ts';
import { refuseSecondConnections } from './connection.ts';
import { openDatabase, type Database } from './open.ts';
import { inTransaction } from './transaction.ts';

let testDb: TestDatabase;
let database: Database;
before(async () => {
  testDb = await testDatabase();
  database = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '' });
  await database.pool.query(`create role collections_maintenance`).catch(() => undefined);
  refuseSecondConnections(database.pool);
});
after(async () => {
  await database?.close();
  await testDb?.close();
});

test('in tests, work that holds a connection gets no second one of the same pool', async () => {
  const { pool } = database;
  const second = /asked for a second one/;
  await asMaintenance(pool, async () => {
    await assert.rejects(pool.query('select 1'), second);
    await assert.rejects(pool.connect(), second);
    await assert.rejects(
      inTransaction(pool, { merchant: '1001' }, async () => undefined),
      second,
    );
    await assert.rejects(
      Promise.resolve().then(async () => pool.query('select 1')),
      second,
    );
    await database.streams.query('select 1');
  });
  await pool.query('select 1');
});

/** Who takes a connection, or waits for a lock with one, by hand: at a start, at the terminal, and for streams. */
const byHand: Record<string, RegExp> = {
  '.connect()': /^src\/service\/(database\/|backup\/|http\/stream|jobs\/store|numbers\/seal-all)/,
  'pg_advisory_xact_lock(':
    /^src\/service\/(database\/(migrate|distribute)|numbers\/seal-all|seed\/|signing\/keys|settings\/change|clearing\/clearing)/,
};

test('no call takes a connection by hand, or waits for a lock with one', async () => {
  for (const [text, allowed] of Object.entries(byHand)) {
    const found: string[] = [];
    for (const name of await readdir(`${project}/src/service`, { recursive: true })) {
      const file = `src/service/${name.replaceAll('\\', '/')}`;
      if (!file.endsWith('.ts') || /\.test\.ts$|\/testing\b|\/migrations\//.test(file)) continue;
      if ((await readFile(`${project}/${file}`, 'utf8')).includes(text)) found.push(file);
    }
    assert.ok(found.length > 0);
    assert.deepEqual(
      found.filter((file) => !allowed.test(file)),
      [],
      text,
    );
  }
});
