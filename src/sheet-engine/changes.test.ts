import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Changes } from './changes.ts';

const fill = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ at, column: 0, before: '', after: String(count) }));

test('the oldest changes are forgotten when all together are of too many cells, never the last one', () => {
  const changes = new Changes();
  for (const count of [100_001, 100_000, 100_000, 100_000]) changes.add(fill(count));
  for (let undone = 0; undone < 3; undone += 1) assert.equal(changes.undo()?.length, 100_000);
  assert.equal(changes.canUndo, false);
  changes.add(fill(400_000));
  assert.equal(changes.undo()?.length, 400_000);
});
