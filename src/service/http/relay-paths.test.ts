import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import net from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import { buildApp } from '#service/app.ts';
import { readSettings } from '#service/config/settings.ts';
import { freePort } from '#service/testing/ports.ts';
import { testClock } from '#service/testing/run.ts';

/** A console in front of a service with more paths than the interface, below and next to the prefix. */

let upstream: Server;
let relay: FastifyInstance;
let port: number;
/** What reached the other service: method and target, unchanged. */
let reached: string[] = [];

before(async () => {
  upstream = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  const [upstreamPort, ownPort] = [await freePort(), await freePort()];
  port = ownPort;
  await new Promise<void>((resolve) => upstream.listen(upstreamPort, '127.0.0.1', resolve));
  const settings = readSettings({
    PORT: String(port),
    SERVICE_URL: `http://127.0.0.1:${upstreamPort}/tenant`,
    OAUTH_ISSUER: 'https://issuer.example',
    LOG_LEVEL: 'silent',
  });
  relay = await buildApp({ settings, clock: testClock, consoleDirectory: '/nonexistent' });
  await relay.listen({ host: '127.0.0.1', port });
});
beforeEach(() => void (reached = []));
after(async () => {
  await relay.close();
  upstream.close();
});

/** Sends a request line unchanged: every HTTP client would normalize the target. */
const send = (target: string, method = 'GET'): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      const body = method === 'GET' ? '' : '{}';
      socket.write(
        `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    });
    let text = '';
    socket.on('data', (piece) => (text += piece.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

const written = (path: string) =>
  path.replace('{PREFIX}', '/v1/payments/1001').replace('{product}', 'EFT').replace('{organisation}', 'demo');

test('relays every path of the interface with its query, below the prefix of the other service', async () => {
  for (const operation of Object.values<Operation>(operations))
    for (const path of [operation.path, ...(operation.alias ? [operation.alias] : [])]) {
      reached = [];
      assert.equal(statusOf(await send(`${written(path)}?Version=v1&Note=..%2F..`, operation.method)), 200, path);
      assert.deepEqual(reached, [`${operation.method} /tenant${written(path)}?Version=v1&Note=..%2F..`]);
    }
});

const clients = '/maintain/clients/EFT';
const outside = [
  '/v1/../../../admin/secret',
  '/v1/payments/../../admin/secret',
  '/v1/payments/1001/../../../admin',
  '/v1/%2e%2e/%2e%2e/admin',
  '/v1/%2E%2E%2F%2E%2E%2Fadmin',
  '/v1/payments/%2e%2e' + clients,
  '/v1/payments/..' + clients,
  '/v1/payments/.' + clients,
  '/v1/payments/%252e%252e' + clients,
  '/v1/payments/%252e%252e%252fadmin' + clients,
  '/v1/payments/..%2f..%2fadmin' + clients,
  '/v1/payments/..%5c..%5cadmin' + clients,
  '/v1/payments/..\\..\\admin' + clients,
  '/v1\\payments\\1001' + clients,
  '/v1/payments/..;' + clients,
  '/v1/payments/1001;a=b' + clients,
  '/v1/payments/%00' + clients,
  '/v1/payments/%0d%0aX: y' + clients,
  '/v1/payments/%c0%ae%c0%ae' + clients,
  '/v1/payments/%uff0e' + clients,
  '/v1/payments/' + clients,
  '/v1/payments/1001/maintain/clients/..',
  '/v1/payments/1001/maintain/clients/%2e%2e',
  '/v1/payments/1001/maintain/clients/EFT/..',
  '/v1/payments/1001/maintain/clients/EFT/../../../../admin',
  '/v1/payments/1001/maintain/clients/EFT/',
  '/v1/payments/1001/maintain/clients/EFT%2fmore',
  '/v1/payments/1001/maintain/clients',
  '/v1/payments/1001/admin',
  '/v1/other/1001' + clients,
  '/v1/../case',
  '/v1/%2e%2e/case',
  '/api/%2e%2e/case',
  '/api/../admin',
  '/api/anything',
  '/general/../admin',
  '/general/banks/EFT',
  '/general/mandate_reason_codes/%2e%2e',
  '//v1/payments/1001' + clients,
  '/v1//payments/1001' + clients,
  '//evil.example/v1/payments/1001' + clients,
  '/V1/payments/1001' + clients,
  '/v1',
  '/v1/',
  '/../admin',
  '/tenant/v1/payments/1001' + clients,
  '*',
  'admin',
  '@evil.example/v1/payments/1001' + clients,
];

test('relays no other path, in any spelling', async () => {
  for (const target of outside) {
    const status = statusOf(await send(target));
    assert.ok(status === 404 || status === 400, `${target}: ${status}`);
    assert.deepEqual(reached, [], target);
  }
});

test('a full URL as target never leads to another host or outside the prefix', async () => {
  for (const target of [
    `http://evil.example/v1/payments/1001${clients}`,
    `http://127.0.0.1:${port}/v1/payments/%2e%2e${clients}`,
    'http://evil.example/../admin',
  ])
    await send(target);
  for (const target of reached) assert.equal(target, `GET /tenant/v1/payments/1001${clients}`);
});

test('does not relay a path of the interface with an unsupported method', async () => {
  for (const method of ['PATCH', 'OPTIONS', 'HEAD', 'TRACE']) await send(`/v1/payments/1001${clients}`, method);
  await send('/v1/payments/1001/general/banks/EFT', 'POST');
  await send('/v1/send-whatsapp-template', 'GET');
  assert.deepEqual(reached, []);
});
