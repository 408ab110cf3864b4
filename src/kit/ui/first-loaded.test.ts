import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstLoaded } from './first-loaded.ts';

test('a printout ends before the first row that has not loaded', () => {
  const rows = ['a', 'b', undefined, 'd'];
  assert.deepEqual(
    firstLoaded(4, (position) => rows[position]),
    ['a', 'b'],
  );
  assert.deepEqual(
    firstLoaded(1, (position) => rows[position]),
    ['a'],
  );
});
