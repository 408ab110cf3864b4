import assert from 'node:assert/strict';
import { test } from 'node:test';

const { compareEntries } = await import(new URL('../endurance/entries.mjs', import.meta.url).href);

const group = { resource: 'payouts', mark: 'E1', size: 10 };
const call = (sequence: number) => ({
  method: 'POST',
  group,
  answer: JSON.stringify({ APIResponse: { CallSequence: sequence } }),
});
const release = (approval: number) => ({ method: 'POST', group, approval, answer: '{}' });
const entry = (CallSequence: number, more = {}) => ({
  Actor: { Id: 'sandbox' },
  Action: 'payoutContractCreate',
  Outcome: 'done',
  CallSequence,
  ...more,
});
const releaseEntry = (Approval: number, changes = 20) =>
  entry(900 + Approval, {
    Actor: { Id: 'administrator' },
    Action: 'approval.release',
    Details: { Approval },
    Changes: Array.from({ length: changes }),
  });

function counted(entries: unknown[], sent: unknown[]): [unentered: number, overentered: number] {
  const { unentered, overentered } = compareEntries(entries, sent);
  return [unentered, overentered];
}

test('the endurance run wants one entry of the audit for each acknowledged call and release', () => {
  const sent = [call(1), call(2), release(7)];
  assert.deepEqual(counted([entry(1), entry(2), releaseEntry(7)], sent), [0, 0]);
  assert.deepEqual(counted([entry(1), releaseEntry(7)], sent), [1, 0], 'a call without its entry');
  assert.deepEqual(counted([entry(1), entry(2), entry(2), releaseEntry(7)], sent), [0, 1], 'two entries of a call');
  assert.deepEqual(counted([entry(1), entry(2)], sent), [1, 0], 'a release without its entry');
  assert.deepEqual(counted([entry(1), entry(2), releaseEntry(7), releaseEntry(7)], sent), [0, 1], 'released twice');
  assert.deepEqual(counted([entry(1), entry(2), releaseEntry(7, 19)], sent), [1, 0], 'a release of a part');
});

test('the endurance run finds what took effect without an answer, once all outcomes are known', () => {
  assert.deepEqual(counted([entry(1), entry(2)], [call(1)]), [0, 1]);
  assert.deepEqual(counted([entry(1), entry(2)], [call(1), { method: 'PUT', group }]), [0, 0]);
  const others = [entry(2, { Outcome: 'refused' }), entry(3, { Actor: { Id: 'finance' } })];
  assert.deepEqual(
    counted([entry(1), ...others], [call(1)]),
    [0, 0],
    'refusals, and calls of others, are not of the load',
  );
});
