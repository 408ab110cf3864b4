import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RowGroup } from '#report-engine/protocol.ts';
import { daysBetween, fromDayNumber } from '#rules/calendar.ts';
import { reportOf } from '../report-list.ts';
import { inWords, shapeOf } from './shape.ts';

const transactions = reportOf('transactions');
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
        const groups = [...new Set(cells.map(([at]) => at % (more + 1)))].map((at): RowGroup => {
          const its = cells.filter(([other]) => other % (more + 1) === at);
          const sums = its.map(([, status, cents]) => ({ keys: [status, null], count: 1, cents }));
          return { keys: [fromDayNumber(first + at)], count: its.length, sums };
        });
        const { bars, unit, part, series } = shapeOf(transactions, range, groups);
        assert.deepEqual([bars.length, unit, part], [more + 1, 'cents', 'day']);
        const sum = (values: number[]) => values.reduce((all, it) => all + it, 0);
        for (const [index, { status }] of series.entries())
          assert.equal(
            sum(bars.map((it) => it.parts[index] ?? 0)),
            sum(cells.map(([, its, cents]) => (its === status ? cents : 0))),
          );
        assert.equal(sum(bars.map((it) => it.count)), cells.length);
      },
    ),
  );
});

const paid = (day: string, count: number, cents: number | null): RowGroup => ({
  keys: [day],
  count,
  sums: [{ keys: ['PAID', null], count, cents }],
});

test('a long range has bars of months', () => {
  const groups = [paid('2026-02', 2, 300), paid('2026-06', 1, 100)];
  const { bars, part } = shapeOf(transactions, { from: '2026-01-01', to: '2026-06-30' }, groups);
  assert.equal(part, 'month');
  assert.deepEqual(
    bars.map((it) => [it.key, it.parts]),
    [
      ['2026-01', [0]],
      ['2026-02', [300]],
      ['2026-03', [0]],
      ['2026-04', [0]],
      ['2026-05', [0]],
      ['2026-06', [100]],
    ],
  );
});

test('amounts that are no whole cents are counted instead of summed up wrongly', () => {
  const { unit, bars } = shapeOf(transactions, january, [paid('2026-01-05', 7, null)]);
  assert.equal(unit, 'count');
  assert.deepEqual(bars.find((it) => it.key === '2026-01-05')?.parts, [7]);
});

test('words say what the bars show', () => {
  const failed = { keys: ['UNPAID', null], count: 1, cents: 100 };
  const shape = shapeOf(transactions, january, [
    paid('2026-01-05', 1, 12_345),
    { keys: ['2026-01-06'], count: 1, sums: [failed] },
  ]);
  const words = inWords('Collections', shape, String).replaceAll('\u00a0', ' ');
  assert.equal(
    words,
    'Collections: Collected R 123,45, the most R 123,45 (2026-01-05); Unpaid R 1,00, the most R 1,00 (2026-01-06).',
  );
  assert.equal(inWords('Collections', shapeOf(transactions, january, []), String), 'Collections: nothing.');
});
