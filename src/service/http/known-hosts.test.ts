import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#service/app.ts';
import { readSettings } from '#service/config/settings.ts';
import { freePort, numbersKeyFile, testService, type TestService } from '#service/testing/app.ts';

/** The service behind a proxy that ends TLS. */

let service: TestService;
let app: FastifyInstance;
let port: number;
before(async () => {
  service = await testService();
  port = await freePort();
  const { database, clock } = service;
  const settings = readSettings({
    PORT: String(port),
    ORIGIN: 'https://collections.example.com',
    ALLOWED_HOSTS: 'figures.internal, 10.0.0.11',
    LOG_LEVEL: 'silent',
    NUMBERS_KEY_FILE: numbersKeyFile,
  });
  app = await buildApp({ settings, database, clock, consoleDirectory: '/nonexistent' });
  await app.listen({ host: '127.0.0.1', port });
});
after(async () => {
  await app.close();
  await service.close();
});

interface Answer {
  status: number;
  text: string;
  transport: string | undefined;
}

const ask = (host: string | string[], path: string, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    const headers = [host].flat().flatMap((it) => ['host', it]);
    const outgoing = request({ port, path, method, headers }, (answer) => {
      let text = '';
      answer.on('data', (piece) => (text += String(piece)));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          text,
          transport: answer.headers['strict-transport-security'],
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end();
  });

const paths: [method: string, path: string][] = [
  ['GET', '/metrics'],
  ['POST', '/oauth/token'],
  ['GET', '/oauth/jwks'],
  ['GET', '/.well-known/openid-configuration'],
  ['GET', '/sign-in/anything'],
  ['GET', '/sign-in.css'],
  ['GET', '/config.json'],
  ['GET', '/openapi.json'],
  ['GET', '/v1/payments/1001/maintain/clients/EFT'],
  ['POST', '/v1/send-whatsapp-template'],
  ['GET', '/sandbox/clock/1001'],
  ['GET', '/no-such-path'],
  ['PATCH', '/v1/payments/1001/maintain/clients/EFT'],
];

test('refuses an unknown host on every path except health checks', async () => {
  const strangers = [
    'rebound.example',
    'rebound.example:4180',
    'collections.example.com.rebound.example',
    '127.0.0.1.rebound.example',
    '127.rebound.example',
    'localhost.rebound.example',
    '10.0.0.12',
  ];
  for (const host of strangers) {
    for (const [method, path] of paths) {
      const { status, text } = await ask(host, path, method);
      assert.equal(status, 400, `${host} ${path}`);
      assert.match(text, /UNKNOWN_HOST/, `${host} ${path}`);
    }
    for (const path of ['/healthz', '/readyz']) assert.equal((await ask(host, path)).status, 200, `${host} ${path}`);
  }
});

test('refuses several Host headers, and one with a user, a path or nothing, on every path', async () => {
  const malformed = [
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.1', 'rebound.example'],
    'user@127.0.0.1',
    'rebound.example@127.0.0.1',
    '127.0.0.1/rebound.example',
    '127.0.0.1?x',
    '127.0.0.1#x',
    '127.0.0.1\\rebound.example',
    '127.0.0.1, rebound.example',
    '127.0.0.1:80:80',
    '[::1',
    '',
  ];
  for (const host of malformed)
    for (const [method, path] of [...paths, ['GET', '/healthz'] as const]) {
      const { status, text } = await ask(host, path, method);
      assert.equal(status, 400, `${String(host)} ${path}`);
      assert.match(text, /one Host header/, `${String(host)} ${path}`);
    }
});

/** The first line of an answer to HTTP/1.0 without a `Host` header, as HAProxy checks. */
async function checked(path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.0\r\n\r\n`));
  return (await readAll(socket)).split('\r\n')[0] ?? '';
}

test('answers health checks without a Host header, as HAProxy sends them, and no other call', async () => {
  for (const path of ['/healthz', '/readyz']) assert.equal(await checked(path), 'HTTP/1.1 200 OK', path);
  for (const [, path] of paths) assert.equal(await checked(path), 'HTTP/1.1 400 Bad Request', path);
  assert.equal(await checked('http://127.0.0.1/healthz'), 'HTTP/1.1 400 Bad Request');
});

test('refuses a full URL as target, whatever host it or the header names', async () => {
  for (const host of ['collections.example.com', 'rebound.example'])
    assert.equal((await ask(host, 'http://rebound.example/config.json')).status, 400);
});

test('accepts the hosts of the origin, of loopback and of ALLOWED_HOSTS', async () => {
  for (const host of [
    'collections.example.com',
    'COLLECTIONS.example.com:443',
    `127.0.0.1:${port}`,
    'localhost:4180',
    '[::1]:4180',
    'figures.internal',
    '10.0.0.11:4180',
  ])
    for (const [method, path] of paths)
      assert.doesNotMatch((await ask(host, path, method)).text, /"Code":"UNKNOWN_HOST"/, `${host} ${path}`);
});

test('every https answer has Strict-Transport-Security', async () => {
  for (const [method, path] of [...paths, ['GET', '/healthz'] as const])
    assert.equal((await ask('collections.example.com', path, method)).transport, 'max-age=31536000', path);
  const plain = await fetch(`${service.origin}/config.json`);
  assert.equal(plain.headers.get('strict-transport-security'), null);
});

test('ALLOWED_HOSTS with a port or a URL is a configuration error', () => {
  for (const ALLOWED_HOSTS of ['a.example:80', 'https://a.example', 'a.example/x', '*'])
    assert.throws(() => readSettings({ ALLOWED_HOSTS }), /^Error: ALLOWED_HOSTS: /, ALLOWED_HOSTS);
});
