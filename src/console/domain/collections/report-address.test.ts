import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Filter } from '#kit/base/grid-source.ts';
import { fromDayNumber } from '#rules/calendar.ts';
import type { ColumnSpec } from '#rules/column.ts';
import { isLong, maySay, readView, withFilter, writeView } from './report-address.ts';

const columns: ColumnSpec[] = [
  { fieldName: 'TransactionDate', kind: 'dateTime' },
  { fieldName: 'Amount', kind: 'amount' },
  { fieldName: 'Status', kind: 'text' },
  { fieldName: 'ClientNumber', kind: 'text' },
];
const usual: Filter[] = [{ fieldName: 'Status', kind: 'noneOf', values: ['PAYOUT'] }];
const report = { columns, filters: ['ClientNumber'], usual };
const day = fc.integer({ min: -20_000, max: 60_000 }).map(fromDayNumber);
const plain = { noNullPrototype: true };
const anyFilter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record(
    {
      fieldName: fc.constant('Amount'),
      kind: fc.constant('number' as const),
      least: fc.option(fc.integer(), { nil: undefined }),
      most: fc.integer(),
    },
    plain,
  ),
  fc.record(
    { fieldName: fc.constant('TransactionDate'), kind: fc.constant('date' as const), from: day, to: day },
    plain,
  ),
  fc.record(
    {
      fieldName: fc.constant('Status'),
      kind: fc.constant('oneOf' as const),
      values: fc.array(fc.option(fc.string({ unit: 'grapheme' })), { minLength: 1 }),
    },
    plain,
  ),
  fc.record(
    {
      fieldName: fc.constant('Status'),
      kind: fc.constant('noneOf' as const),
      values: fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }),
    },
    plain,
  ),
  fc.record(
    { fieldName: fc.constant('ClientNumber'), kind: fc.constant('text' as const), has: fc.string({ minLength: 1 }) },
    plain,
  ),
);

test('a view comes back from its address as it was, whatever the values are', () => {
  fc.assert(
    fc.property(
      fc.array(anyFilter, { maxLength: 4 }),
      fc.string({ unit: 'grapheme' }),
      fc.option(fc.record({ fieldName: fc.constantFrom('Amount', 'Status'), isDescending: fc.boolean() }, plain)),
      (filters, search, sort) => {
        const view = { search, filters, sort };
        const written = writeView(
          new URLSearchParams('range=today&sort=Status&where=Status:oneOf:X'),
          view,
          report,
        ).toString();
        assert.deepEqual(readView(new URLSearchParams(written), report), view);
        assert.match(written, /range=today/);
      },
    ),
  );
});

test('an address without filters shows what is usual; one with filters, or with all taken away, shows that', () => {
  const filtersOf = (query: string) => readView(new URLSearchParams(query), report).filters;
  assert.deepEqual(filtersOf('range=today&group=Status'), usual);
  assert.deepEqual(filtersOf('ClientNumber=C1'), []);
  assert.deepEqual(filtersOf('where=Status:oneOf:PAID'), [{ fieldName: 'Status', kind: 'oneOf', values: ['PAID'] }]);
  const none = writeView(new URLSearchParams(), { search: '', filters: [], sort: null }, report).toString();
  assert.equal(none, 'where=all');
  assert.deepEqual(filtersOf(none), []);
});

test('a report with an order of its own has it until the address names another, and does not name it itself', () => {
  const newest = { fieldName: 'TransactionDate', isDescending: true };
  const changes = { ...report, usualSort: newest };
  assert.deepEqual(readView(new URLSearchParams(), changes).sort, newest);
  const oldest = { ...newest, isDescending: false };
  assert.deepEqual(readView(new URLSearchParams('sort=TransactionDate'), changes).sort, oldest);
  const written = (sort: typeof newest | null) =>
    writeView(new URLSearchParams(), { search: '', filters: [], sort }, changes).get('sort');
  assert.deepEqual([written(newest), written(oldest), written(null)], [null, 'TransactionDate', null]);
});

test('an address that was written wrongly is read as far as it makes sense', () => {
  const read = (query: string) => readView(new URLSearchParams(query), report);
  assert.deepEqual(read('sort=Nothing&where=Nothing:text:x'), { search: '', filters: [], sort: null });
  assert.deepEqual(read('where=Amount:date:2026-01-01..').filters, []);
  assert.deepEqual(read('where=TransactionDate:date:2026-02-30..').filters, []);
  assert.deepEqual(read('where=Amount:number:x..y').filters, []);
  assert.deepEqual(read('where=Status:oneOf:%25E0%25A4%25A,PAID').filters, [
    { fieldName: 'Status', kind: 'oneOf', values: ['PAID'] },
  ]);
});

test('what may be an account number stays out of the address', () => {
  assert.equal(maySay({ fieldName: 'OldValue', kind: 'text', has: 'x' }), false);
  assert.equal(maySay({ fieldName: 'NewValue', kind: 'oneOf', values: ['1'] }), false);
  assert.equal(maySay({ fieldName: 'ClientNumber', kind: 'text', has: '62 001 234 567' }), false);
  assert.equal(maySay({ fieldName: 'ClientNumber', kind: 'text', has: 'C00012' }), true);
  assert.equal(isLong('9001015009086'), true);
});

test('a word has one filter', () => {
  const view = { search: '', filters: [], sort: null };
  const once = withFilter(view, 'Status', { fieldName: 'Status', kind: 'oneOf', values: ['PAID'] });
  assert.equal(withFilter(once, 'Status', { fieldName: 'Status', kind: 'text', has: 'A' }).filters.length, 1);
  assert.deepEqual(withFilter(once, 'Status', undefined), view);
});
