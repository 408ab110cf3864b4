import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { leavingSignal } from './leaving.ts';

const server = createServer();
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
after(() => server.close());

/** A call that has arrived. */
async function arrived() {
  const arriving = once(server, 'request');
  const caller = get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  caller.on('error', () => undefined);
  const [, response] = (await arriving) as [unknown, ServerResponse];
  return { caller, response };
}

test('a caller who leaves is noticed, also if that was before anybody asked', async () => {
  for (const isAskedBefore of [true, false]) {
    const { caller, response } = await arrived();
    const signal = isAskedBefore ? leavingSignal(response) : undefined;
    assert.equal(signal?.aborted ?? false, false);
    const closed = once(response, 'close');
    caller.destroy();
    await closed;
    assert.equal((signal ?? leavingSignal(response)).aborted, true, `asked ${isAskedBefore ? 'before' : 'after'}`);
  }
});

test('a caller who has its answer has not left', async () => {
  const { caller, response } = await arrived();
  const signal = leavingSignal(response);
  const closed = once(response, 'close');
  caller.on('response', (answer) => answer.resume());
  response.end('whole');
  await closed;
  assert.equal(signal.aborted, false);
  assert.equal(leavingSignal(response).aborted, false);
});
