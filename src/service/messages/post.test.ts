import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { post, type Posting } from './post.ts';
import { drip, flood, startReceiver } from './test-receiver.ts';

type Answer = Parameters<typeof startReceiver>[0];

async function receiver(t: TestContext, answer?: Answer) {
  const started = await startReceiver(answer);
  t.after(() => started.close());
  return started;
}

/** Waits until a connection has closed or failed. */
const hasClosed = (socket: Socket) =>
  socket.destroyed || new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));

const to = (url: string, more: Partial<Posting> = {}) =>
  post({ url, headers: { 'x-one': '1' }, body: '{"é":1}', reach: 'loopback', ...more });

/** Fails unless the post rejects with that code, in a text that names no address. */
const fails = (work: Promise<number>, code: string | RegExp) =>
  assert.rejects(work, (error: NodeJS.ErrnoException) => {
    assert.match(error.code ?? '', new RegExp(code));
    assert.doesNotMatch(error.message, /127\.0|10\.0|example|:\d{4}/);
    assert.equal(error.cause, undefined);
    return true;
  });

test('body, headers and path arrive, and the status comes back', async (t) => {
  const { origin, received } = await receiver(t, (response) => void response.writeHead(202).end('thanks'));
  assert.equal(await to(`${origin}/a/b?c=d#e`), 202);
  const [first] = received;
  assert.deepEqual([first?.path, first?.body, first?.headers['x-one']], ['/a/b?c=d', '{"é":1}', '1']);
  assert.equal(first?.headers['content-length'], '8');
  assert.equal(first?.headers.host, origin.slice('http://'.length));
});

test('gives up on a receiver that never answers, or never ends its headers', async (t) => {
  const silent = await receiver(t, () => undefined);
  await fails(to(silent.origin, { timeoutMs: 200 }), 'TOO_LATE');
  const half = await receiver(t, (response) => void response.socket?.write('HTTP/1.1 200 OK\r\nx-more: '));
  await fails(to(half.origin, { timeoutMs: 200 }), 'TOO_LATE');
  for (const { connections } of [silent, half]) for (const socket of connections) await hasClosed(socket);
});

test('gives up on a name whose resolver never answers', async () => {
  await fails(
    to('https://receiver.example/', { timeoutMs: 100, resolve: () => new Promise(() => undefined) }),
    'TOO_LATE',
  );
});

test('takes the status of an answer that drips or floods, and closes the connection', async (t) => {
  for (const answer of [drip, flood]) {
    const { origin, connections } = await receiver(t, answer);
    assert.equal(await to(origin, { timeoutMs: 300 }), 200);
    const [socket] = connections;
    assert.ok(socket);
    await hasClosed(socket);
  }
});

test('a reset, endless headers and a refused connection are failures that name no address', async (t) => {
  const reset = await receiver(t, (response) => void response.socket?.resetAndDestroy());
  await fails(to(reset.origin), 'ECONNRESET');
  const many = await receiver(
    t,
    (response) => void response.socket?.write(`HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(20_000)}`),
  );
  await fails(to(many.origin), 'HPE_HEADER_OVERFLOW|ECONNRESET');
  const closed = await startReceiver();
  await closed.close();
  await fails(to(closed.origin), 'ECONNREFUSED');
});

test('follows no redirect and uses no proxy', async (t) => {
  const canary = await receiver(t);
  const { origin, received } = await receiver(
    t,
    (response) => void response.writeHead(307, { location: `${canary.origin}/inside` }).end(),
  );
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
  const kept = names.map((name) => [name, process.env[name]] as const);
  for (const name of names) process.env[name] = name.startsWith('NODE') ? '1' : canary.origin;
  try {
    assert.equal(await to(origin), 307);
  } finally {
    for (const [name, value] of kept)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
  assert.equal(received.length, 1);
  assert.equal(canary.connections.length, 0);
});

test('checks all addresses of a name before connecting', async (t) => {
  const canary = await receiver(t);
  const url = `https://receiver.example:${canary.port}/`;
  for (const addresses of [
    ['127.0.0.1', '10.0.0.1'],
    ['127.0.0.1', '2606:4700::1', 'fd00::1'],
    ['::ffff:127.0.0.1'],
    ['169.254.169.254'],
  ])
    await fails(to(url, { resolve: async () => addresses }), 'REFUSED_ADDRESS');
  await fails(to(url, { reach: 'public', resolve: async () => ['127.0.0.1'] }), 'REFUSED_ADDRESS');
  await fails(to(url, { reach: 'public', resolve: async () => ['93.184.216.34', '127.0.0.1'] }), 'REFUSED_ADDRESS');
  await fails(to(canary.origin, { reach: 'public' }), 'REFUSED_ADDRESS');
  await fails(to(url, { resolve: async () => [] }), 'ENOTFOUND');
  assert.equal(canary.connections.length, 0);
});

test('connects to the checked address even if the name resolves differently later', async (t) => {
  const { port, received } = await receiver(t);
  const answers = [['127.0.0.1'], ['169.254.169.254']];
  let lookups = 0;
  const status = await to(`http://hooks.localhost:${port}/x`, { resolve: async () => answers[lookups++] ?? [] });
  assert.deepEqual([status, lookups, received.length], [200, 1, 1]);
  assert.equal(received[0]?.headers.host, `hooks.localhost:${port}`);
});

test('https connects to the checked address with the original host name', async (t) => {
  const server = createServer();
  t.after(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const hello = once(server, 'connection').then(async ([socket]) => {
    const [bytes] = (await once(socket as Socket, 'data')) as [Buffer];
    (socket as Socket).destroy();
    return bytes;
  });
  await fails(to(`https://Receiver.Example.:${port}/`, { resolve: async () => ['127.0.0.1'] }), 'ECONNRESET');
  const bytes = await hello;
  assert.equal(bytes[0], 0x16, 'a TLS handshake');
  assert.ok(bytes.includes('receiver.example'), 'with the name');
});
