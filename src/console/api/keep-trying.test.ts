import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepTrying, retryPauseMs } from './keep-trying.ts';

test('the pauses between two attempts grow, to half a minute at most, and are not the same everywhere', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 50].map((attempts) => retryPauseMs(attempts, 0.5)),
    [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000],
  );
  assert.deepEqual([retryPauseMs(2, 0), retryPauseMs(2, 1)], [3000, 5000]);
});

test('what is tried again waits for its last attempt, and starts at once when the person is back', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const events = new EventTarget();
  const { addEventListener, removeEventListener } = globalThis;
  Object.assign(globalThis, {
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  });
  t.after(() => Object.assign(globalThis, { addEventListener, removeEventListener }));
  let attempts = 0;
  let fail = () => {};
  const retries = keepTrying(() => {
    attempts++;
    return new Promise((_, reject) => (fail = () => reject(new Error('away'))));
  });
  const ended = async () => {
    fail();
    await new Promise(setImmediate);
  };
  assert.equal(attempts, 0);
  t.mock.timers.tick(1250);
  assert.equal(attempts, 1);
  events.dispatchEvent(new Event('focus'));
  t.mock.timers.tick(60_000);
  assert.equal(attempts, 1, 'one at a time');
  await ended();
  events.dispatchEvent(new Event('focus'));
  assert.equal(attempts, 2, 'without the pause');
  await ended();
  events.dispatchEvent(new Event('online'));
  await ended();
  retries.now();
  assert.equal(attempts, 4);
  retries.stop();
  await ended();
  t.mock.timers.tick(60_000);
  events.dispatchEvent(new Event('online'));
  assert.equal(attempts, 4);
});
