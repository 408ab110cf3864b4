import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsBetween } from './use-row-selection.ts';

test('Shift selects the rows between two, in either direction', () => {
  const between = (from: string, to: string) => rowsBetween(['a', 'b', 'c', 'd'], (it) => it, from, to).join('');
  assert.equal(between('b', 'd'), 'bcd');
  assert.equal(between('d', 'b'), 'bcd');
  assert.equal(between('', 'c'), 'c');
});
