import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '#service/testing/app.ts';
import { testDatabase } from '#service/testing/database.ts';
import { pgbouncer, startPooler, type Pooler } from '#service/testing/pgbouncer.ts';
import { client, mandate } from '#service/testing/samples.ts';
import { openDatabase } from './open.ts';

const installedOnly = { skip: pgbouncer ? false : 'PgBouncer is not installed' };

test("works behind PgBouncer in session mode, with no settings but PgBouncer's", installedOnly, async () => {
  let pooler: Pooler | undefined;
  const service = await testService({
    async through(url) {
      pooler = await startPooler(url, 'session');
      return pooler.databaseUrl;
    },
  });
  try {
    const numbers = Array.from({ length: 30 }, (_, n) => `P-${n}`);
    const headers = { 'idempotency-key': 'pooled' };
    const answers = await Promise.all(numbers.map((number) => service.call('clientCreate', client(number))));
    for (const answer of answers) assert.equal(answer.successful.length, 1, answer.text);
    const batch = () => service.call('mandateCreate', [mandate(service.clock.today(), 'P-1', 'P-1')], { headers });
    assert.equal((await batch()).text, (await batch()).text);
    assert.equal((await service.call('clientList', {})).records.length, 30);
    assert.equal((await service.call('clientList', { ClientNumber: 'P-7' })).records.length, 1);
    for (const [name, value] of [
      ['statement_timeout', '30s'],
      ['idle_in_transaction_session_timeout', '30s'],
      ['DateStyle', 'ISO, YMD'],
      ['TimeZone', 'UTC'],
    ] as const)
      assert.deepEqual((await service.database.pool.query(`show ${name}`)).rows, [{ [name]: value }]);

    // Switched under a running service, which would refuse to start in this mode.
    await pooler?.set('transaction');
    const calls = Array.from({ length: 60 }, (_, n) =>
      service.call('clientList', { ClientNumber: `P-${n % 30}` }).then(({ status }) => status),
    );
    for (const status of await Promise.all(calls)) assert.ok(status === 200 || status === 503, `${status}`);
  } finally {
    await service.close();
    await pooler?.close();
  }
});

test('refuses to start behind PgBouncer in transaction mode, in one line', installedOnly, async () => {
  const testDb = await testDatabase();
  const pooler = await startPooler(testDb.databaseUrl, 'transaction');
  try {
    await assert.rejects(openDatabase({ databaseUrl: pooler.databaseUrl, dataDirectory: '/nonexistent' }), {
      message:
        'the database of DATABASE_URL cannot be used: a pooler gives each transaction another session: set its pool_mode to session',
    });
  } finally {
    await pooler.close();
    await testDb.close();
  }
});
