import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateCounts, decodeStates, encodeStates } from './states.ts';
import type { SheetRowState } from './summary.ts';

const row = (state: SheetRowState, message = '', idle?: 'blank') => ({
  state,
  idle,
  reasons: message ? [{ message }] : [],
});

test('what became of rows is kept short, and is the same when it is read again', () => {
  const rows = [
    ...Array.from({ length: 99_989 }, () => row('accepted')),
    row('waiting'),
    row('refused', 'The contract was not found.'),
    ...Array.from({ length: 8 }, () => row('unknown')),
    row('excluded'),
    row('unsent'),
    row('unsent', '', 'blank'),
  ];
  const kept = encodeStates(rows);
  assert.equal(kept.letters, '99989a1w1r8u1x1-1 ');
  assert.deepEqual(stateCounts(kept), { accepted: 99_989, waiting: 1, refused: 1, unknown: 8, unsent: 1, excluded: 1 });
  const states = decodeStates(kept);
  assert.equal(states.length, rows.length);
  for (const [at, it] of states.entries()) {
    assert.deepEqual([it.at, it.state, it.reasons], [at, rows[at]?.state, rows[at]?.reasons]);
  }
  assert.deepEqual(encodeStates([]), { letters: '', reasons: [] });
});

test('a letter without a number is one row', () => {
  assert.deepEqual(
    decodeStates({ letters: 'aa-', reasons: [] }).map((it) => it.state),
    ['accepted', 'accepted', 'unsent'],
  );
});
