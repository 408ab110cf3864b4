import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextNumber } from './next-number.ts';

test('a series continues after its highest known number', () => {
  assert.equal(nextNumber('HOME-1', ['HOME-1']), 'HOME-2');
  assert.equal(nextNumber('C00012', ['C00009', 'C00012']), 'C00013');
  assert.equal(nextNumber('L1', ['L2', 'L3', 'L1']), 'L4');
  assert.equal(nextNumber('A99', []), 'A100');
  assert.equal(nextNumber('GYM', ['GYM']), 'GYM-2');
  assert.equal(nextNumber('GYM', ['GYM', 'GYM-2']), 'GYM-3');
  assert.equal(nextNumber('LEASE/7b', []), 'LEASE/7b-2');
  assert.equal(nextNumber(undefined, ['A1']), undefined);
  assert.equal(nextNumber('x'.repeat(29), [], 30), undefined);
});

test('a gap in a series is not filled, and other series do not count', () => {
  assert.equal(nextNumber('LN000033', ['LN000033', 'LN000035', 'LN001132', 'PO900000', 'LN9', 'LNX7']), 'LN001133');
});
