import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totalsByStatus } from './status-totals.ts';

test('sums are whole cents, where floats would drift', () => {
  const records = Array.from({ length: 30 }, () => ({ Status: 'PAID', Amount: 0.1 }));
  assert.deepEqual(totalsByStatus(records), [{ status: 'PAID', count: 30, cents: 300 }]);
});

test('the largest sum comes first; what has no status or amount is counted, and has no sum', () => {
  const totals = totalsByStatus([
    { Status: 'UNPAID', Amount: 5 },
    { Status: 'PAID', Amount: 7.5 },
    { Status: null, Amount: null },
  ]);
  assert.deepEqual(totals, [
    { status: '', count: 1, cents: null },
    { status: 'PAID', count: 1, cents: 750 },
    { status: 'UNPAID', count: 1, cents: 500 },
  ]);
});
