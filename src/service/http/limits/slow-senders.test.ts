import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { cutLateSenders } from './slow-senders.ts';

test('a request that came over no connection has none to cut', async () => {
  const app = Fastify();
  cutLateSenders(app, 1);
  app.get('/', () => 'here');
  assert.equal((await app.inject('/')).body, 'here');
  // What the cut throws, it throws at the process, which fails the test that is running.
  await pause(50);
  await app.close();
});
