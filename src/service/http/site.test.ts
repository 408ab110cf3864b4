import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#service/app.ts';
import { readSettings } from '#service/config/settings.ts';
import { numbersKeyFile, testService, type TestService } from '#service/testing/app.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'collections-site-'));
let service: TestService;
before(async () => void (service = await testService({ isAlone: true })));
after(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const host = '127.0.0.1:4180';

/** A server with the console's files, and the sign-in of another issuer. */
function siteWith(environment: Record<string, string> = {}): Promise<FastifyInstance> {
  const settings = readSettings({
    OAUTH_ISSUER: 'https://sign-in.example',
    LOG_LEVEL: 'silent',
    NUMBERS_KEY_FILE: numbersKeyFile,
    ...environment,
  });
  const { database, clock } = service;
  return buildApp({ settings, database, clock, consoleDirectory: folder });
}

test('every answer forbids content sniffing, and all but pages forbid being rendered as one', async () => {
  const paths =
    '/config.json /openapi.json /healthz /readyz /metrics /session.json /no-such-path /sandbox/clock/1001 /sign-in.css ' +
    '/v1/payments/1001/general/bank_codes /sign-in/none /.well-known/openid-configuration /oauth/jwks /oauth/authorize /oauth/token';
  const requests: [string, RequestInit][] = [
    ...paths.split(' ').map((it) => [it, {}] as [string, RequestInit]),
    ['/config.json', { headers: { 'content-encoding': 'gzip' } }],
    ['/v1/payments/1001/general/bank_codes', { headers: { authorization: `Bearer ${await service.token()}` } }],
    ['/oauth/token', { method: 'POST' }],
  ];
  for (const [at, init] of requests) {
    const { headers } = await fetch(service.origin + at, init);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', at);
    assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; .*frame-ancestors 'none'/, at);
  }
});

test('no page of the console can be framed, nor its forms, links or scripts turned to another origin', async () => {
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>x</title>');
  const app = await siteWith();
  const expected = {
    'default-src': "'none'",
    'script-src': "'self'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'default',
  };
  for (const url of ['/', '/callback', '/signed-out', '/m/1001/EFT', '/m/1001/EFT/no/such/page']) {
    const { statusCode, headers } = await app.inject({ url, headers: { host } });
    const policy = String(headers['content-security-policy']).split('; ');
    const values = Object.fromEntries(
      policy.map((it) => [it.slice(0, it.indexOf(' ')), it.slice(it.indexOf(' ') + 1)]),
    );
    assert.equal(statusCode, 200, url);
    assert.deepEqual({ ...values, ...expected }, values, url);
    assert.ok(!policy.join().includes('unsafe'), url);
    assert.equal(headers['x-frame-options'], 'DENY', url);
    assert.equal(headers['x-content-type-options'], 'nosniff', url);
    assert.equal(headers['referrer-policy'], 'no-referrer', url);
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin', url);
    assert.equal(headers['cache-control'], 'no-store', url);
  }
  await app.close();
});

test('workers may call the service, also from compressed scripts', async () => {
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>x</title>');
  for (const ending of ['', '.br', '.gz']) writeFileSync(path.join(folder, `assets/worker.js${ending}`), 'x');
  const app = await siteWith();
  for (const encoding of ['identity', 'br', 'gzip']) {
    const headers = { host, 'accept-encoding': encoding };
    const script = await app.inject({ url: '/assets/worker.js', headers });
    assert.equal(script.headers['content-encoding'] ?? 'identity', encoding);
    assert.match(String(script.headers['content-security-policy']), /; connect-src 'self'/, encoding);
  }
  await app.close();
});

test('both names of this machine lead to one origin; calls work under both', async () => {
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>x</title>');
  const ask = async (environment: Record<string, string>, at: string, url: string) => {
    const app = await siteWith(environment);
    const { statusCode, headers } = await app.inject({ url, headers: { host: at } });
    await app.close();
    return [statusCode, headers.location];
  };
  assert.equal(readSettings({}).origin, 'http://localhost:4180');
  assert.equal(readSettings({ HOST: '::1', PORT: '80' }).origin, 'http://localhost:80');
  assert.equal(readSettings({ OAUTH_ISSUER: 'https://sign-in.example' }).origin, 'http://127.0.0.1:4180');
  assert.equal(readSettings({ HOST: '10.0.0.1' }).origin, 'http://10.0.0.1:4180');
  const here = { ORIGIN: 'http://localhost:4180' };
  const page = '/m/1001/EFT?from=x';
  assert.deepEqual(await ask(here, '127.0.0.1:4180', page), [302, `http://localhost:4180${page}`]);
  assert.deepEqual(await ask(here, 'localhost:4180', page), [200, undefined]);
  const old = { ...here, ORIGIN: 'http://127.0.0.1:4180' };
  assert.deepEqual(await ask(old, 'localhost:4180', page), [302, `http://127.0.0.1:4180${page}`]);
  for (const at of ['127.0.0.1:4180', 'localhost:4180'])
    assert.deepEqual(await ask(here, at, '/config.json'), [200, undefined]);
});

test('the page may call only this server and its sign-in', async () => {
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>x</title>');
  const app = await siteWith({ OAUTH_ISSUER: 'https://sign-in.example/realms/x' });
  const page = await app.inject({ url: '/', headers: { host } });
  await app.close();
  assert.match(String(page.headers['content-security-policy']), /; connect-src 'self' https:\/\/sign-in\.example;/);
});
