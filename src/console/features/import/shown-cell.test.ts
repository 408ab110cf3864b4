import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownCell } from './shown-cell.ts';

test('a stored account number is masked, one that was typed is not', () => {
  const row = { at: 0, problems: [], state: 'unsent' } as const;
  const before = ['C1', '1234567890'];
  const shown = (cells: string[], stored?: string[]) =>
    ['ClientNumber', 'AccountNumber'].map((it, column) => shownCell({ ...row, cells, before: stored }, column, it));
  assert.deepEqual(shown(before, before), ['C1', '•••• 7890']);
  assert.deepEqual(shown(['C1', '1234567891'], before), ['C1', '1234567891']);
  assert.deepEqual(shown(before), ['C1', '1234567890'], 'of a file everything is as it came');
  assert.deepEqual(shown(['C1', ''], ['C1', '']), ['C1', '']);
});
