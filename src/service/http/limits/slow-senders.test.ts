import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { cutLateSenders } from './slow-senders.ts';

test('an injected request has no connection to cut', async () => {
  const app = Fastify();
  cutLateSenders(app, 1);
  app.get('/', () => 'here');
  assert.equal((await app.inject('/')).body, 'here');
  // A throw of `cutSlowSenders` here would be uncaught, and fail the running test.
  await pause(50);
  await app.close();
});
