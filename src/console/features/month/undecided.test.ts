import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMonthRead, undecidedSum } from './undecided.ts';

test('a month is read once its transactions and its instalments are; what failed was not read', () => {
  const read = { data: {} };
  const failed = { error: { kind: 'unreachable' } };
  assert.equal(isMonthRead({ read, undecided: { data: {}, error: null } }), true);
  assert.equal(isMonthRead({ read, undecided: { error: { kind: 'notFound' } } }), true, 'it has none');
  assert.equal(isMonthRead({ read, undecided: failed }), false);
  assert.equal(isMonthRead({ read, undecided: { error: null } }), false, 'not answered yet');
  assert.equal(isMonthRead({ read: {}, undecided: { data: {}, error: null } }), false);
});

test('debits of an unknown status are without an outcome, too', () => {
  const none = { count: 0, cents: 0 };
  assert.deepEqual(undecidedSum({ underway: none, notSent: none, unknown: { count: 3, cents: 900 } }), {
    count: 3,
    cents: 900,
  });
});
