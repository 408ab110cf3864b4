import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsOf, keptStates, statesOf } from './states.ts';
import type { RowState } from './summary.ts';

const row = (state: RowState, message = '', idle?: 'blank') => ({ state, idle, said: message ? [{ message }] : [] });

test('what became of rows is kept short, and is the same when it is read again', () => {
  const rows = [
    ...Array.from({ length: 99_990 }, () => row('accepted')),
    row('refused', 'The contract was not found.'),
    ...Array.from({ length: 8 }, () => row('unknown')),
    row('unsent'),
    row('unsent', '', 'blank'),
  ];
  const kept = keptStates(rows);
  assert.equal(kept.letters, '99990a1r8u1-1 ');
  assert.deepEqual(countsOf(kept), { accepted: 99_990, refused: 1, unknown: 8, unsent: 1 });
  const states = statesOf(kept);
  assert.equal(states.length, rows.length);
  for (const [at, it] of states.entries()) {
    assert.deepEqual([it.at, it.state, it.said], [at, rows[at]?.state, rows[at]?.said]);
  }
  assert.deepEqual(keptStates([]), { letters: '', said: [] });
});

test('a letter without a number is one row', () => {
  assert.deepEqual(
    statesOf({ letters: 'aa-', said: [] }).map((it) => it.state),
    ['accepted', 'accepted', 'unsent'],
  );
});
