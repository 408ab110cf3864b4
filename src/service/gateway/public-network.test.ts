import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { NotBegun, openWire } from './exchange.ts';
import { fetchWithin } from './public-network.ts';

let server: Server;
let connections = 0;
before(async () => {
  server = createServer((_, response) => void response.end('{}')).listen(0, 'localhost');
  server.on('connection', () => connections++);
  await once(server, 'listening');
});
after(() => server.close());

const addresses = () =>
  ['localhost', '127.0.0.1'].map((it) => `http://${it}:${(server.address() as AddressInfo).port}`);
const refused = { code: 'REFUSED_ADDRESS' };

test('what an administrator named is not connected to unless it is on the public internet, by name or in digits', async () => {
  for (const address of [...addresses(), 'http://10.1.2.3', 'http://169.254.169.254']) {
    const wire = openWire(address, 'public');
    await assert.rejects(wire.get('/', {}, AbortSignal.timeout(5000)), refused, address);
    const change = { method: 'POST', path: '/', headers: {}, body: '{}', timeoutMs: 5000 };
    await assert.rejects(
      wire.change(change, () => true),
      (error) => error instanceof NotBegun,
      address,
    );
    await assert.rejects(fetchWithin('public')(address, { method: 'POST', headers: {} }), refused, address);
    wire.close();
  }
  assert.equal(connections, 0);
});

test('what the environment named is connected to wherever it is', async () => {
  const [address = ''] = addresses();
  const wire = openWire(address);
  const answer = await wire.get('/', {}, AbortSignal.timeout(5000));
  answer.resume();
  await once(answer, 'end');
  assert.equal(answer.statusCode, 200);
  wire.retire();
  wire.close();
});
