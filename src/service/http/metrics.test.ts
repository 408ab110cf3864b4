import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#service/app.ts';
import { readSettings } from '#service/config/settings.ts';
import { addJob } from '#service/jobs/jobs.ts';
import { freePort, numbersKeyFile, testService, tokenFrom, type TestService } from '#service/testing/app.ts';
import { client } from '#service/testing/samples.ts';

const token = 'a-token-for-figures';
let service: TestService;
let app: FastifyInstance;
let origin: string;
before(async () => {
  service = await testService();
  const port = await freePort();
  const { database, clock } = service;
  const settings = readSettings({
    PORT: String(port),
    LOG_LEVEL: 'silent',
    METRICS_TOKEN: token,
    NUMBERS_KEY_FILE: numbersKeyFile,
  });
  app = await buildApp({ settings, database, clock, consoleDirectory: '/nonexistent' });
  origin = await app.listen({ host: '127.0.0.1', port });
});
after(async () => {
  await app.close();
  await service.close();
});

/** The metrics by name and labels. */
async function figures(): Promise<Map<string, number>> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

const path = '/v1/payments/1001/maintain/clients/EFT';

test('counts calls by operation, method and status, and items by outcome, without naming merchants', async () => {
  const headers = { authorization: `Bearer ${await tokenFrom(origin)}`, 'content-type': 'application/json' };
  const post = (body: unknown, query = '') =>
    fetch(origin + path + query, { method: 'POST', headers, body: JSON.stringify(body) });
  const items = { ClientPostRequest: [client('M-MARK'), client('M-MARK'), { ClientNumber: 'M-MARK-2' }] };
  await post(items);
  await post(items, '?DryRun=true');
  await post({ other: [] });
  await fetch(`${origin}${path}?ClientNumber=M-MARK`, { headers });
  await fetch(origin + path);
  await fetch(`${origin}/v1/no-such-path-mark`);
  await addJob(async (text, values) => (await service.database.pool.query(text, values)).rows, 'mail', 'a', {});

  const found = await figures();
  const calls = (operation: string, method: string, status: string) =>
    found.get(
      `collections_call_duration_seconds_count{operation="${operation}",method="${method}",status="${status}"}`,
    );
  assert.equal(calls('clientCreate', 'POST', '200'), 2);
  assert.equal(calls('clientCreate', 'POST', '400'), 1);
  assert.equal(calls('clientList', 'GET', '200'), 1);
  assert.equal(calls('clientList', 'GET', '401'), 1);
  assert.equal(calls('other', 'GET', '404'), 1);
  assert.equal(
    found.get('collections_items_total{operation="clientCreate",outcome="successful"}'),
    1,
    'a dry run adds none',
  );
  assert.equal(found.get('collections_items_total{operation="clientCreate",outcome="failed"}'), 2);
  assert.equal(found.get('collections_calls_in_flight'), 1, 'the question itself');
  assert.equal(found.get('collections_jobs{kind="mail",state="due"}'), 1);
  assert.ok((found.get('collections_database_calls_connections{state="total"}') ?? 0) > 0);
  assert.equal(found.get('collections_database_calls_connections{state="waiting"}'), 0);
  for (const name of ['process_start_time_seconds', 'nodejs_eventloop_lag_seconds']) assert.ok(found.has(name), name);
  assert.doesNotMatch([...found.keys()].join('\n'), /mark|1001|payments/i);
});

test('other machines need the token to read metrics', async () => {
  const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
    app.inject({ url: '/metrics', remoteAddress, headers }).then(({ statusCode }) => statusCode);
  assert.equal(await ask('10.1.2.3'), 404);
  assert.equal(await ask('10.1.2.3', { authorization: 'Bearer a-token-for-figurez' }), 404);
  assert.equal(await ask('10.1.2.3', { authorization: `Bearer ${token}` }), 200);
  assert.equal(await ask('::ffff:127.0.0.1'), 200);
  assert.equal(await ask('::1'), 200);
  // A proxy on this machine asks for another machine.
  assert.equal(await ask('127.0.0.1', { 'x-forwarded-for': '10.1.2.3' }), 404);
});
