import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { freePort } from '#service/testing/app.ts';
import { testDatabase } from '#service/testing/database.ts';
import { startService } from '#service/testing/service-process.ts';
import { until } from '#service/testing/until.ts';

test('waits for a database that is lost in the middle of a start, and then continues', async () => {
  const testDb = await testDatabase();
  const elsewhere = new pg.Client({ connectionString: testDb.databaseUrl });
  await elsewhere.connect();
  try {
    // Blocks the start before the sample data, after the migrations.
    const lock = `hashtextextended('collections sandbox', 0)`;
    await elsewhere.query(`select pg_advisory_lock(${lock})`);
    const starting = startService({ PORT: String(await freePort()), DATABASE_URL: testDb.databaseUrl });
    starting.catch(() => undefined);
    const ending = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event = 'advisory'`;
    await until(async () => (await elsewhere.query(ending)).rowCount === 1, 60);
    await elsewhere.query(`begin; select set_config('app.merchant', '1001', true);
      insert into merchant values ('1001', 'Umthombo Home Finance'); commit`);
    await elsewhere.query(`select pg_advisory_unlock(${lock})`);
    const service = await starting;
    assert.match(service.output(), /^Waiting for the database: terminating connection/);
    await service.kill('SIGKILL');
  } finally {
    await elsewhere.end();
    await testDb.close();
  }
});
