import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import type { GridView } from '#kit/base/grid-source.ts';
import { setUpSample } from '#kit/testing/sample.ts';
import type { ColumnKind } from '#rules/column.ts';
import { describe, nothingTyped, readFilters, typedOf, withFilters } from './filters.ts';

before(setUpSample);

const view: GridView = { search: '', filters: [], sort: null };

test('amounts are typed as they are shown and asked for in whole cents', () => {
  const { filters } = readFilters('Amount', 'amount', { ...nothingTyped, least: '1 234,56', most: 'R 2000' });
  assert.deepEqual(filters, [{ fieldName: 'Amount', kind: 'number', least: 123_456, most: 200_000 }]);
  assert.match(readFilters('Amount', 'amount', { ...nothingTyped, least: '1,234' }).problem ?? '', /amount/);
  assert.match(readFilters('Amount', 'amount', { ...nothingTyped, least: '3', most: '2' }).problem ?? '', /Minimum/);
});

test('days must exist and be in order', () => {
  const days = (from: string, to: string) => readFilters('ChangeDate', 'dateTime', { ...nothingTyped, from, to });
  assert.deepEqual(days('2026-02-01', '').filters, [
    { fieldName: 'ChangeDate', kind: 'date', from: '2026-02-01', to: undefined },
  ]);
  assert.ok(days('2026-02-30', '').problem);
  assert.ok(days('2026-03-01', '2026-02-01').problem);
});

test('nothing typed is no filter, of any kind', () => {
  for (const kind of ['text', 'integer', 'amount', 'number', 'date', 'dateTime', 'records'] satisfies ColumnKind[])
    assert.deepEqual(readFilters('Status', kind, nothingTyped).filters, []);
});

test('a filter that was set is shown again as it was typed, and set again is the same', () => {
  const cents = fc.option(fc.integer({ min: -99_999_999, max: 99_999_999 }), { nil: undefined });
  fc.assert(
    fc.property(cents, cents, (one, other) => {
      const [least, most] =
        one !== undefined && other !== undefined ? [Math.min(one, other), Math.max(one, other)] : [one, other];
      const given =
        least === undefined && most === undefined
          ? []
          : [{ fieldName: 'Amount', kind: 'number', least, most } as const];
      const typed = typedOf(given, 'Amount', 'amount');
      assert.deepEqual(readFilters('Amount', 'amount', typed).filters, given);
    }),
  );
  const texts = [
    { fieldName: 'Status', kind: 'text', has: 'PA' },
    { fieldName: 'Status', kind: 'oneOf', values: ['PAID', null] },
  ] as const;
  const given = texts.map((it) => ('values' in it ? { ...it, values: [...it.values] } : it));
  assert.deepEqual(readFilters('Status', 'text', typedOf(given, 'Status', 'text')).filters, given);
});

test('a column’s filter takes the place of the one before and leaves the other columns theirs', () => {
  const one = withFilters(view, 'Amount', [{ fieldName: 'Amount', kind: 'number', least: 1 }]);
  const two = withFilters(one, 'Status', [{ fieldName: 'Status', kind: 'text', has: 'x' }]);
  const three = withFilters(two, 'Amount', [{ fieldName: 'Amount', kind: 'number', most: 9 }]);
  assert.deepEqual(three.filters, [
    { fieldName: 'Status', kind: 'text', has: 'x' },
    { fieldName: 'Amount', kind: 'number', most: 9 },
  ]);
  assert.deepEqual(withFilters(three, 'Status', []).filters.length, 1);
});

test('a filter is said in words, also where it is for rows without a value', () => {
  const oneOf = (...values: (string | null)[]) => describe({ fieldName: 'Name', kind: 'oneOf', values }, undefined);
  assert.equal(oneOf(null), 'No customer name');
  assert.equal(oneOf(''), 'No customer name');
});
