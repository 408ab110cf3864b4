import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ReportColumns } from '#answers/report/columns.ts';
import { ReportParser } from '#answers/report/parse.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import type { ColumnSpec } from '#rules/column.ts';
import { toCents } from '#rules/money.ts';
import { CountedRows } from './counted-rows.ts';
import { filteredRows } from './filter.ts';
import { distinctOf, groupsOf, sumsOf } from './groups.ts';
import type { Counting, SliceSpec, SumSpec, View } from './protocol.ts';
import { allRows, SliceRows } from './rows.ts';
import { sortKey, Ranking, sortedReport } from './sort.ts';
import { finish } from './work.ts';

const specs: ColumnSpec[] = [
  { fieldName: 'When', kind: 'dateTime' },
  { fieldName: 'Client', kind: 'text' },
  { fieldName: 'Amount', kind: 'amount' },
];
type Item = { When?: unknown; Client?: unknown; Amount?: unknown };
const fieldNames = ['When', 'Client', 'Amount'] as const;

function read(items: readonly Item[], columns = new ReportColumns(specs)): ReportColumns {
  const parser = new ReportParser(columns, 'List');
  parser.push(new TextEncoder().encode(JSON.stringify({ List: items })));
  assert.equal(parser.end().isWhole, true);
  return columns;
}
const column = (columns: ReportColumns, fieldName: string) => {
  const found = columns.column(fieldName);
  assert.ok(found);
  return found;
};

const two = (value: number) => String(value).padStart(2, '0');
const time = fc
  .tuple(
    fc.constantFrom(1900, 2025, 2026, 9999),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
    fc.constantFrom('00:00', '09:30', '23:59'),
  )
  .map(([y, m, d, t]) => `${y}-${two(m)}-${two(d)} ${t}`);
const cents = fc.oneof(
  fc.integer({ min: -300, max: 300 }),
  fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
);
const amount = fc.oneof(
  cents.map((it) => it / 100),
  // Doubles that differ only in their low half.
  fc.constantFrom(
    9_999_999_999_999.97,
    9_999_999_999_999.98,
    9_999_999_999_999.99,
    -9_999_999_999_999.98,
    -9_999_999_999_999.99,
  ),
);
const client = fc.oneof(
  fc.constantFrom('C-1', 'c-1', 'C-10', 'C-9', 'é', 'E', '', 'Ünï', 'K\u212aelvin', 12, null),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const item: fc.Arbitrary<Item> = fc.record(
  {
    When: fc.oneof(
      { weight: 6, arbitrary: time as fc.Arbitrary<unknown> },
      { weight: 1, arbitrary: fc.constantFrom(null, '', 'soon', 7) },
    ),
    Client: client as fc.Arbitrary<unknown>,
    Amount: fc.oneof(
      { weight: 6, arbitrary: amount as fc.Arbitrary<unknown> },
      { weight: 1, arbitrary: fc.constantFrom(null, 'x', 0.001, 1e300, -1e300, -0) },
    ),
  },
  { requiredKeys: [] },
);
const items = fc.array(item, { maxLength: 40 });

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
/** The expected order: comparable values, then odd ones, then none. */
const classOf = (fieldName: string, value: unknown) => {
  if (value === null || value === undefined || (fieldName === 'Client' && value === '')) return 2;
  if (fieldName === 'Amount') return typeof value === 'number' ? 0 : 1;
  if (fieldName === 'When') return typeof value === 'string' && value.length === 16 ? 0 : 1;
  return 0;
};
const compareIn = (fieldName: string, one: unknown, other: unknown): number => {
  if (fieldName === 'Amount') return (one as number) - (other as number);
  const [a, b] = [String(one), String(other)];
  if (fieldName === 'When') return a < b ? -1 : a > b ? 1 : 0;
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
};

test('sorting is stable and as the reference has it, what is odd or empty last either way', () => {
  fc.assert(
    fc.property(items, items, fc.constantFrom(...fieldNames), fc.boolean(), (some, rest, fieldName, isDescending) => {
      const columns = read(some);
      const it = column(columns, fieldName);
      const ranking = 'codes' in it ? new Ranking(it.dictionary) : undefined;
      const check = (all: readonly Item[]) => {
        const expected = all
          .map((row, index) => ({ value: row[fieldName], index }))
          .toSorted((one, other) => {
            const [a, b] = [classOf(fieldName, one.value), classOf(fieldName, other.value)];
            if (a !== b || a > 0) return a - b;
            return (isDescending ? -1 : 1) * compareIn(fieldName, one.value, other.value);
          })
          .map(({ index }) => index);
        assert.deepEqual([...finish(sortedReport(allRows(columns.length), it, isDescending, ranking))], expected);
      };
      check(some);
      // Only later entries are ranked.
      read(rest, columns);
      check([...some, ...rest]);
    }),
    { numRuns: 600 },
  );
});

test('plain texts compare by their keys as they do by language', () => {
  const part = fc.constantFrom('a', 'B', 'z', 'Z', '0', '00', '1', '10', '9', '007', ' ', '-', '_');
  const text = fc.oneof(
    fc.array(part, { maxLength: 6 }).map((it) => it.join('')),
    fc.stringMatching(/^[\w -]{0,12}$/),
  );
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [a, b] = [sortKey(one), sortKey(other)];
      assert.ok(a !== undefined && b !== undefined);
      assert.equal(a < b ? -1 : a > b ? 1 : 0, Math.sign(collator.compare(one, other)));
    }),
    { numRuns: 20_000 },
  );
  assert.deepEqual([sortKey('é'), sortKey('a.b')], [undefined, undefined]);
});

test('many texts are ranked as the language compares them', () => {
  const texts = Array.from({ length: 5000 }, (_, i) => `C-${(i * 7919) % 5003}`);
  const columns = read(texts.map((Client) => ({ Client })));
  const client1 = column(columns, 'Client');
  assert.ok('codes' in client1);
  const order = finish(sortedReport(allRows(5000), client1, false, new Ranking(client1.dictionary)));
  assert.deepEqual(
    [...order].map((row) => texts[row]),
    texts.toSorted(collator.compare),
  );
});

/** A negative amount may be money the other way, so it leaves no sum either. */
const centsOf = (value: unknown) => (typeof value === 'number' && value >= 0 ? toCents(value) : undefined);
const amounts: SumSpec = { fieldName: 'Amount', apart: [] };
function referenceSum(rows: readonly Item[]): number | null {
  let sum = 0n;
  for (const { Amount } of rows) {
    const whole = centsOf(Amount);
    if (whole === undefined) return null;
    sum += BigInt(whole);
  }
  return Number.isSafeInteger(Number(sum)) ? Number(sum) : null;
}

test('sums are exact to the cent, or none: one missing or negative amount leaves none', () => {
  const sumIn = (columns: ReportColumns) =>
    finish(sumsOf(columns, allRows(columns.length), amounts)).map((it) => it.cents);
  fc.assert(
    fc.property(items, (all) => {
      assert.deepEqual(sumIn(read(all)), all.length > 0 ? [referenceSum(all)] : []);
    }),
  );
  const twenty = (Amount: number): Item[] => Array.from({ length: 20 }, () => ({ Amount }));
  const large = 9_999_999_999_999.99;
  // Past 2^53.
  assert.deepEqual(sumIn(read(twenty(large))), [null]);
  assert.deepEqual(sumIn(read([{ Amount: 1 }, {}])), [null]);
  assert.deepEqual(sumIn(read([{ Amount: 1 }, { Amount: -1 }])), [null]);
});

test('amounts that must not be added up have a sum each, in every group as well', () => {
  const columns = read([
    { Client: 'in', Amount: 1, When: '2026-01-05 10:00' },
    { Client: 'out', Amount: 20, When: '2026-01-05 10:00' },
    { Client: 'in', Amount: 300, When: '2026-01-06 10:00' },
    { Client: 'failed', When: '2026-01-06 10:00' },
  ]);
  const spec: SumSpec = { fieldName: 'Amount', apart: ['Client'] };
  assert.deepEqual(finish(sumsOf(columns, allRows(4), spec)), [
    { keys: ['in'], count: 2, cents: 30_100 },
    { keys: ['out'], count: 1, cents: 2000 },
    { keys: ['failed'], count: 1, cents: null },
  ]);
  const groups = finish(groupsOf(columns, allRows(4), [{ fieldName: 'When', part: 'day' }], spec));
  assert.deepEqual(
    groups.map(({ keys, count, sums }) => [keys[0], count, sums.map((it) => it.cents)]),
    [
      ['2026-01-05', 2, [100, 2000]],
      ['2026-01-06', 2, [30_000, null]],
    ],
  );
});

test('records of other days than their slice, and the same record again, do not count', () => {
  const records = [
    { When: '2026-01-05 10:00', Client: 'C1', Amount: 1 },
    { When: '2031-01-05 10:00', Client: 'C2', Amount: 1 },
    { When: '2026-01-05 10:00', Client: 'C1', Amount: 1 },
    // Another value, no name, and an unreadable day.
    { When: '2026-01-05 10:00', Client: 'C1', Amount: 2 },
    { When: '2026-01-05 10:00', Amount: 1 },
    { When: '2026-01-05 10:00', Amount: 1 },
    { When: 'soon', Client: 'C3', Amount: 1 },
  ];
  const columns = read(records);
  const slices = new SliceRows();
  slices.add(0, 0, records.length);
  const counted = (spec: Partial<SliceSpec>, counting: Counting) =>
    finish(
      new CountedRows(
        columns,
        slices,
        [{ from: '2026-01-05', to: '2026-01-05', url: '', ...spec }],
        counting,
      ).inOrder(),
    );
  const all = counted({}, { day: 'When', names: [['Client']] });
  assert.deepEqual([[...(all.rows ?? [])], all.leftOut], [[0, 3, 4, 5, 6], { otherDays: 1, repeated: 1 }]);
  assert.equal(counted({ isOfAnyDay: true }, { day: 'When' }).count, records.length);
  // Records without a name are not merged: there may be two debits of one amount on one day.
  assert.equal(counted({ isOfAnyDay: true }, {}).count, records.length);
});

const shown = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
const passes = (row: Item, filter: Filter): boolean => {
  const value = row[filter.fieldName as keyof Item];
  switch (filter.kind) {
    case 'number':
      return (
        typeof value === 'number' &&
        value >= (filter.least ?? -Infinity) / 100 &&
        value <= (filter.most ?? Infinity) / 100
      );
    case 'date': {
      if (typeof value !== 'string' || value.length !== 16) return false;
      return value.slice(0, 10) >= (filter.from ?? '') && value.slice(0, 10) <= (filter.to ?? '9999-12-31');
    }
    case 'oneOf':
      return filter.values.includes(shown(value));
    case 'noneOf':
      return !filter.values.some((it) => it.toLowerCase() === shown(value)?.toLowerCase());
    case 'means':
      return false;
    case 'text':
      return (
        (shown(value) ?? '').toLowerCase().includes(filter.has.toLowerCase()) &&
        ((value !== null && value !== undefined) || filter.has === '')
      );
  }
};
const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record(
    { fieldName: fc.constant('Amount'), kind: fc.constant('number' as const), least: cents, most: cents },
    { requiredKeys: ['fieldName', 'kind'] },
  ),
  fc.record(
    {
      fieldName: fc.constant('When'),
      kind: fc.constant('date' as const),
      from: time.map((it) => it.slice(0, 10)),
      to: time.map((it) => it.slice(0, 10)),
    },
    { requiredKeys: ['fieldName', 'kind'] },
  ),
  fc.record({
    fieldName: fc.constant('Client'),
    kind: fc.constant('oneOf' as const),
    values: fc.array(client.map(shown)),
  }),
  fc.record({
    fieldName: fc.constantFrom('Client', 'Amount', 'When'),
    kind: fc.constant('noneOf' as const),
    values: fc.array(fc.constantFrom('C-1', '12', 'é', 'x')),
  }),
  fc.record({
    fieldName: fc.constant('When'),
    kind: fc.constant('oneOf' as const),
    values: fc.array(fc.oneof(time, fc.constantFrom('soon', null))),
  }),
  fc.record({
    fieldName: fc.constant('Amount'),
    kind: fc.constant('oneOf' as const),
    values: fc.array(fc.oneof(amount.map(String), fc.constantFrom('x', null))),
  }),
  fc.record({
    fieldName: fc.constantFrom('Client', 'Amount', 'When'),
    kind: fc.constant('text' as const),
    has: fc.constantFrom('c', 'C-1', '1', 'É', 'k', 'ï', '-0', 'oo', '2026-'),
  }),
);

test('search and filters let in what the reference lets in', () => {
  fc.assert(
    fc.property(
      items,
      fc.array(filter, { maxLength: 3 }),
      fc.constantFrom('', 'c-1', 'É', 'k', '12'),
      (all, filters, search) => {
        const columns = read(all);
        const view: View = { search, filters, sort: null };
        const expected = all.flatMap((row, index) =>
          filters.every((it) => passes(row, it)) &&
          (shown(row.Client) ?? '').toLowerCase().includes(search.toLowerCase())
            ? index
            : [],
        );
        assert.deepEqual([...finish(filteredRows(columns, allRows(columns.length), view))], expected);
      },
    ),
    { numRuns: 1000 },
  );
});

test('the last minute of a day belongs to a range of days, the next one does not', () => {
  const columns = read(
    ['2026-02-27 23:59', '2026-02-28 00:00', '2026-02-28 23:59', '2026-03-01 00:00'].map((When) => ({ When })),
  );
  const day = '2026-02-28';
  const filters: Filter[] = [{ fieldName: 'When', kind: 'date', from: day, to: day }];
  assert.deepEqual([...finish(filteredRows(columns, allRows(4), { search: '', filters }))], [1, 2]);
});

test('a condition that cannot be met lets nothing in', () => {
  const columns = read([{ Client: 'a', When: '2026-01-05 10:00' }]);
  for (const it of [
    { fieldName: 'Nowhere', kind: 'text', has: '' },
    { fieldName: 'When', kind: 'date', from: '2026-02-30' },
    { fieldName: 'Client', kind: 'number', least: 0 },
  ] satisfies Filter[])
    assert.equal(finish(filteredRows(columns, allRows(1), { search: '', filters: [it] })).length, 0, it.fieldName);
});

test('groups count and sum every row once', () => {
  fc.assert(
    fc.property(items, fc.constantFrom('day' as const, 'month' as const), (all, part) => {
      const columns = read(all);
      const groups = finish(
        groupsOf(columns, allRows(columns.length), [{ fieldName: 'Client' }, { fieldName: 'When', part }], amounts),
      );
      const expected = new Map<string, Item[]>();
      for (const row of all) {
        const isTime = typeof row.When === 'string' && row.When.length === 16;
        const when = isTime ? (row.When as string).slice(0, part === 'day' ? 10 : 7) : null;
        const key = JSON.stringify([shown(row.Client), when]);
        expected.set(key, [...(expected.get(key) ?? []), row]);
      }
      assert.deepEqual(
        groups.map((it) => [JSON.stringify(it.keys), it.count, it.sums[0]?.cents]),
        [...expected].map(([key, rows]) => [key, rows.length, referenceSum(rows)]),
      );
    }),
  );
});

test('fields of instalments are counted by their name, whichever instalment it was', () => {
  const columns = read(['Status[1]', 'Status[12]', null, 'Amount', 'Status[x]'].map((Client) => ({ Client })));
  assert.deepEqual(
    finish(groupsOf(columns, allRows(5), [{ fieldName: 'Client', part: 'name' }])).map((it) => [it.keys[0], it.count]),
    [
      ['Status', 2],
      [null, 1],
      ['Amount', 1],
      ['Status[x]', 1],
    ],
  );
});

test('distinct values come by their number', () => {
  const columns = read(['b', 'a', null, 'a', '', 'a', null].map((Client) => ({ Client })));
  assert.deepEqual(finish(distinctOf(columns, allRows(7), 'Client', 3)), {
    values: [
      { value: 'a', count: 3 },
      { value: null, count: 2 },
      { value: 'b', count: 1 },
    ],
    isAll: false,
  });
  assert.equal(finish(distinctOf(columns, allRows(7), 'When', 3)).isAll, true);
  assert.throws(() => finish(distinctOf(columns, allRows(7), 'Nowhere', 3)), RangeError);
});

test('rows stand in the order of the slices, and without the slice that is asked for again', () => {
  const rows = new SliceRows();
  rows.add(0, 0, 2);
  rows.add(0, 2, 3);
  assert.equal(finish(rows.inOrder()), undefined);
  rows.add(2, 3, 5);
  assert.equal(finish(rows.inOrder()), undefined);
  rows.add(1, 5, 6);
  rows.add(2, 6, 7);
  assert.deepEqual([...(finish(rows.inOrder()) ?? [])], [0, 1, 2, 5, 3, 4, 6]);
  rows.drop(0);
  assert.deepEqual([...(finish(rows.inOrder()) ?? [])], [5, 3, 4, 6]);
  assert.equal(rows.count, 4);
});
