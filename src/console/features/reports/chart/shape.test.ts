import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { daysBetween, fromDayNumber } from '../../../../rules/calendar.ts';
import type { Group } from '../../../report-engine/protocol.ts';
import { inWords, shapeOf } from './shape.ts';
import { reportOf } from '../../../domain/collections/report-list.ts';

const transactions = reportOf('transactions');
const changes = reportOf('mandate-changes');
const january = { from: '2026-01-01', to: '2026-01-31' };

test('every day of the range has a bar, and the bars hold all that the groups hold', () => {
  const day = fc.integer({ min: 20_000, max: 20_100 }).map(fromDayNumber);
  fc.assert(
    fc.property(
      day,
      fc.nat(61),
      fc.uniqueArray(fc.tuple(fc.nat(61), fc.constantFrom('PAID', 'UNPAID', null), fc.nat(1000)), {
        selector: ([at, status]) => `${at} ${status}`,
      }),
      (from, more, cells) => {
        const first = daysBetween('1970-01-01', from);
        const range = { from, to: fromDayNumber(first + more) };
        const groups = cells.map(([at, status, cents]): Group => {
          return { keys: [fromDayNumber(first + (at % (more + 1))), status], count: 1, cents };
        });
        const { bars, unit, part } = shapeOf(transactions, range, groups);
        assert.deepEqual([bars.length, unit, part], [more + 1, 'cents', 'day']);
        const sum = (values: number[]) => values.reduce((all, it) => all + it, 0);
        assert.equal(sum(bars.map((it) => it.total)), sum(groups.map((it) => it.cents ?? 0)));
        assert.equal(sum(bars.map((it) => it.count)), groups.length);
      },
    ),
  );
});

test('a long range has bars of months; a record outside of the range is drawn, too', () => {
  const groups: Group[] = [
    { keys: ['2026-02', 'PAID'], count: 2, cents: 300 },
    { keys: ['2027-01', 'PAID'], count: 1, cents: 100 },
  ];
  const { bars, part } = shapeOf(transactions, { from: '2026-01-01', to: '2026-06-30' }, groups);
  assert.equal(part, 'month');
  assert.deepEqual(
    bars.map((it) => [it.key, it.total]),
    [
      ['2026-01', 0],
      ['2026-02', 300],
      ['2026-03', 0],
      ['2026-04', 0],
      ['2026-05', 0],
      ['2026-06', 0],
      ['2027-01', 100],
    ],
  );
});

test('amounts that are no whole cents are counted instead of summed up wrongly', () => {
  const { unit, bars } = shapeOf(transactions, january, [{ keys: ['2026-01-05', 'PAID'], count: 7, cents: null }]);
  assert.equal(unit, 'count');
  assert.equal(bars.find((it) => it.key === '2026-01-05')?.total, 7);
});

test('of many values the most frequent have a bar each and the others one together', () => {
  const groups = Array.from({ length: 20 }, (_, index): Group => ({
    keys: [`F${index}`],
    count: index + 1,
    cents: null,
  }));
  const { bars } = shapeOf(changes, january, groups);
  assert.deepEqual([bars[0]?.key, bars.length, bars.at(-1)?.key], ['F19', 13, undefined]);
  assert.equal(bars.at(-1)?.total, 36);
});

test('words say what the bars show', () => {
  const shape = shapeOf(transactions, january, [
    { keys: ['2026-01-05', 'PAID'], count: 1, cents: 12_345 },
    { keys: ['2026-01-06', 'UNPAID'], count: 1, cents: 100 },
  ]);
  const words = inWords('Collections', shape, String).replaceAll('\u00a0', ' ');
  assert.equal(words, 'Collections: R 124,45 in 2 days, the most R 123,45 (2026-01-05). PAID R 123,45, UNPAID R 1,00.');
  assert.equal(inWords('Collections', shapeOf(transactions, january, []), String), 'Collections: nothing.');
});
