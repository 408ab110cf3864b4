import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextNumber } from './next-number.ts';

test('a series goes on with the number after its last, past those that are taken', () => {
  assert.equal(nextNumber(['HOME-1']), 'HOME-2');
  assert.equal(nextNumber(['C00009', 'C00012']), 'C00013');
  assert.equal(nextNumber(['L2', 'L3', 'L1']), 'L4');
  assert.equal(nextNumber(['A99']), 'A100');
  assert.equal(nextNumber(['GYM']), 'GYM-2');
  assert.equal(nextNumber(['LEASE/7b']), 'LEASE/7b-2');
  assert.equal(nextNumber([]), undefined);
  assert.equal(nextNumber(['x'.repeat(29)], 30), undefined);
});
