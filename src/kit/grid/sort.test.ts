import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nextSort, sorted } from './sort.ts';

const by = (fieldName: string, isDescending = false) => ({ fieldName, isDescending });
const values = (rows: readonly { v?: unknown }[]) => rows.map((row) => row.v);

test('numbers by size, texts as people count, nothing last either way', () => {
  const rows = [{ v: 'C-10' }, {}, { v: 'c-9' }, { v: null }, { v: 'C-1' }];
  assert.deepEqual(values(sorted(rows, by('v'))), ['C-1', 'c-9', 'C-10', undefined, null]);
  assert.deepEqual(values(sorted(rows, by('v', true))), ['C-10', 'c-9', 'C-1', undefined, null]);
  assert.deepEqual(values(sorted([{ v: 10 }, { v: 9 }, { v: -1 }], by('v'))), [-1, 9, 10]);
});

test('sorting keeps every row, is stable and leaves the original alone', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ v: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(null)), id: fc.nat() })),
      fc.boolean(),
      (rows, isDescending) => {
        const original = [...rows];
        const result = sorted(rows, by('v', isDescending));
        assert.deepEqual(rows, original);
        assert.equal(result.length, rows.length);
        for (const value of [null, 0, 1, 2, 3])
          assert.deepEqual(
            result.filter((row) => row.v === value),
            rows.filter((row) => row.v === value),
          );
        const numbers = result.flatMap((row) => row.v ?? []);
        assert.deepEqual(
          numbers,
          numbers.toSorted((one, other) => (isDescending ? other - one : one - other)),
        );
      },
    ),
  );
});

test('texts that only differ in case or accents keep an order of their own', () => {
  const result = sorted([{ v: 'b' }, { v: 'B' }, { v: 'a' }], by('v'));
  assert.equal(result[0]?.v, 'a');
});

test('a header goes up, down, and back to the order of the service', () => {
  const up = nextSort(null, 'v');
  const down = nextSort(up, 'v');
  assert.deepEqual([up, down, nextSort(down, 'v')], [by('v'), by('v', true), null]);
  assert.deepEqual(nextSort(down, 'w'), by('w'));
});

test('20,000 names stand in the order of the language: accents and case aside, numbers as numbers', () => {
  const rows = Array.from({ length: 20_000 }, (_, row) => ({
    v: `${row % 2 ? 'Zoë' : 'zoe'} Mathebula ${(row * 7919) % 20_000}`,
  }));
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  assert.deepEqual(
    sorted(rows, by('v')),
    rows.toSorted((one, other) => collator.compare(one.v, other.v)),
  );
});
