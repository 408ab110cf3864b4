import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { wallClock } from './clock.ts';
import { readSettings } from './settings.ts';
import { freePort, testService, type TestService } from './testing/app.ts';
import { client } from './testing/samples.ts';

let service: TestService;
let console_: FastifyInstance;
let origin: string;

before(async () => {
  service = await testService();
  const port = await freePort();
  const settings = readSettings({
    PORT: String(port),
    SERVICE_URL: service.origin,
    OAUTH_ISSUER: service.origin,
    LOG_LEVEL: 'silent',
  });
  console_ = await buildApp({ settings, clock: wallClock(settings.timeZone), consoleDirectory: '/nonexistent' });
  origin = await console_.listen({ host: '127.0.0.1', port });
});
after(async () => {
  await console_.close();
  await service.close();
});

const path = '/v1/payments/1001/maintain/clients/EFT';

test('a console in front of another service hands its calls on as they are', async () => {
  const headers = { authorization: `Bearer ${await service.token()}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ ClientPostRequest: [client('R-1'), client('R-1')] });
  const made = await fetch(origin + path, { method: 'POST', headers, body });
  assert.equal(made.status, 200);
  const [batch] = ((await made.json()) as { ClientPostResponse: { Successful: unknown[]; Failed: unknown[] }[] })
    .ClientPostResponse;
  assert.deepEqual([batch?.Successful.length, batch?.Failed.length], [1, 1]);
  const near = await fetch(`${origin}${path}?ClientNumber=R-1`, { headers });
  const far = await fetch(`${service.origin}${path}?ClientNumber=R-1`, { headers });
  assert.match(await near.text(), /"ClientNumber":"R-1"/);
  assert.equal(near.headers.get('content-type'), far.headers.get('content-type'));
});

test('refusals come back with their status and challenge, and the console’s configuration names the other issuer', async () => {
  const refused = await fetch(origin + path);
  assert.equal(refused.status, 401);
  assert.equal(refused.headers.get('www-authenticate'), 'Bearer');
  const other = await fetch(`${origin}/v1/payments/9999/maintain/clients/EFT`, {
    headers: { authorization: `Bearer ${await service.token()}` },
  });
  assert.equal(other.status, 404);
  const config = (await (await fetch(`${origin}/config.json`)).json()) as { oauth: { issuer: string } };
  assert.equal(config.oauth.issuer, service.origin);
  assert.equal((await fetch(`${origin}/readyz`)).status, 200);
});

test('the other service out of reach is 503 with Retry-After', async () => {
  const port = await freePort();
  const settings = readSettings({
    PORT: String(port),
    SERVICE_URL: `http://127.0.0.1:${await freePort()}`,
    OAUTH_ISSUER: service.origin,
    LOG_LEVEL: 'silent',
  });
  const app = await buildApp({ settings, clock: wallClock(settings.timeZone), consoleDirectory: '/nonexistent' });
  try {
    const answer = await fetch((await app.listen({ host: '127.0.0.1', port })) + path);
    assert.equal(answer.status, 503);
    assert.equal(answer.headers.get('retry-after'), '1');
  } finally {
    await app.close();
  }
});

test('a token of a trusted foreign issuer is taken by the service itself', async () => {
  // The same database behind a second service that starts no sign-in of its own and trusts the first one's.
  const port = await freePort();
  const settings = readSettings({ PORT: String(port), OAUTH_ISSUER: service.origin, LOG_LEVEL: 'silent' });
  const app = await buildApp({
    settings,
    database: service.database,
    clock: wallClock(settings.timeZone),
    consoleDirectory: '/nonexistent',
  });
  try {
    const url = (await app.listen({ host: '127.0.0.1', port })) + path;
    const headers = { authorization: `Bearer ${await service.token()}` };
    assert.equal((await fetch(url, { headers })).status, 200);
    assert.equal((await fetch(url.replace('1001', '1002'), { headers })).status, 404);
    assert.equal((await fetch(url)).status, 401);
    assert.equal((await fetch(new URL('/.well-known/openid-configuration', url))).status, 404);
  } finally {
    await app.close();
  }
});
