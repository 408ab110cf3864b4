import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { operations } from '#contract/operations.ts';
import { freePort, tokenFrom } from '#service/testing/app.ts';
import { testDatabase } from '#service/testing/database.ts';
import { requestOf } from '#service/testing/request-of.ts';
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

test('records and lists are read while the database opens no further connection, as on a full disk', async () => {
  const testDb = await testDatabase();
  const port = String(await freePort());
  const { databaseUrl } = testDb;
  const elsewhere = new pg.Client({
    connectionString: Object.assign(new URL(databaseUrl), { pathname: '/postgres' }).href,
  });
  await elsewhere.connect();
  const service = await startService({ PORT: port, DATABASE_URL: databaseUrl });
  try {
    const origin = `http://localhost:${port}`;
    const token = await tokenFrom(origin, '1001');
    const name = new URL(databaseUrl).pathname.slice(1);
    await elsewhere.query(`alter database ${name} allow_connections false`);
    const refused = new pg.Client({ connectionString: databaseUrl });
    await assert.rejects(refused.connect(), { code: '55000' });
    const read = async (list: 'clientList' | 'mandateList' | 'instalmentList', input: object) => {
      const { url, init } = requestOf(operations[list], origin, '1001', 'EFT', input);
      const answer = await fetch(url, { ...init, headers: { authorization: `Bearer ${token}` } });
      await answer.text();
      return answer.status;
    };
    assert.equal(await read('clientList', { ClientNumber: 'C00001' }), 200);
    for (const list of ['clientList', 'mandateList', 'instalmentList'] as const)
      assert.equal(await read(list, {}), 200, list);
  } finally {
    await service.kill('SIGKILL');
    await elsewhere.end();
    await testDb.close();
  }
});
