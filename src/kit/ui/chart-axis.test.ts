import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { axisOf } from './chart-axis.ts';

const labels = (most: number, unit: 'cents' | 'count') =>
  axisOf(most, unit).map((it) => it.label.replace('\u00a0', ' '));

test('the lines of a chart stand at round values with short labels', () => {
  assert.deepEqual(labels(14_500_000, 'cents'), ['0', 'R 50k', 'R 100k', 'R 150k']);
  assert.deepEqual(labels(420_000_000, 'cents'), ['0', 'R 2m', 'R 4m', 'R 6m']);
  assert.deepEqual(labels(45_000, 'cents'), ['0', 'R 200', 'R 400', 'R 600']);
  assert.deepEqual(labels(4, 'count'), ['0', '2', '4']);
  assert.deepEqual(labels(0, 'count'), ['0', '1']);
});

test('two to four lines, from 0 to at least the highest value', () => {
  fc.assert(
    fc.property(fc.nat(2_000_000_000), fc.constantFrom('cents' as const, 'count' as const), (most, unit) => {
      const ticks = axisOf(most, unit);
      assert.ok(ticks.length >= 2 && ticks.length <= 4);
      assert.equal(ticks[0]?.value, 0);
      assert.ok((ticks.at(-1)?.value ?? 0) >= most);
    }),
  );
});
