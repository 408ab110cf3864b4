import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { askDayRates, outcomesOf, shareOf, type DayRate } from '#console/domain/collections/rates.ts';
import type { RowGroup } from '#report-engine/protocol.ts';
import { addDays, daysBetween } from '#rules/calendar.ts';
import { byDayOfMonth, byDistance, byWeekday, followedOf, fromThe25th } from './rates.ts';

const days = { from: '2026-09-01', to: '2026-11-30' };

test('debits without an outcome count for no rate, and days are in order', async () => {
  const group = (day: string, ...sums: [status: string, count: number][]): RowGroup => ({
    keys: [day],
    count: 0,
    sums: sums.map(([status, count]) => ({ keys: [status], count, cents: 0 })),
  });
  const source = {
    groups: async () => [
      group('2026-10-25', ['PAID', 90], ['UNPAID', 10], ['CANCELLED', 5], ['SUBMITTED', 7], ['ODD', 3]),
      group('2026-10-15', ['paid', 4]),
      group('2026-10-16', ['SCHEDULED', 4]),
    ],
  };
  assert.deepEqual(await askDayRates(source, days), [
    { day: '2026-10-15', paid: 4, all: 4 },
    { day: '2026-10-25', paid: 90, all: 100 },
  ]);
});

test('an interval is shown from 100 debits on, and it is Wilson’s', () => {
  assert.equal(shareOf(99, 99), undefined);
  const share = shareOf(90, 100);
  assert.deepEqual(
    [share?.rate, share?.low, share?.high].map((it) => Math.round(1000 * (it ?? NaN))),
    [900, 826, 945],
  );
});

test('every way of grouping keeps every debit', () => {
  const rate = fc
    .record({ day: fc.integer({ min: 0, max: 800 }), paid: fc.nat(50), unpaid: fc.nat(50) })
    .map(({ day, paid, unpaid }): DayRate => ({ day: addDays('2026-01-01', day), paid, all: paid + unpaid }));
  const sum = (list: readonly { paid: number; all: number }[]) =>
    list.reduce((all, it) => ({ paid: all.paid + it.paid, all: all.all + it.all }), { paid: 0, all: 0 });
  fc.assert(
    fc.property(fc.array(rate), (rates) => {
      for (const lines of [byDayOfMonth(rates), byWeekday(rates), byDistance(rates)])
        assert.deepEqual(sum(lines), sum(rates));
    }),
  );
});

test('lines are in the order of days, weekdays and distances', () => {
  const rates = ['2026-10-31', '2026-10-25', '2026-10-02', '2026-11-02', '2026-10-24', '2026-10-12'].map((day) => ({
    day,
    paid: 1,
    all: 2,
  }));
  const labels = (lines: readonly { label: string; all: number }[]) => lines.map((it) => `${it.label}: ${it.all}`);
  assert.deepEqual(labels(byDayOfMonth(rates)), ['2: 4', '12: 2', '24: 2', '25: 2', '31: 2']);
  assert.deepEqual(labels(byWeekday(rates)), ['Mon: 4', 'Fri: 2', 'Sat: 4', 'Sun: 2']);
  assert.deepEqual(labels(byDistance(rates)), [
    '8 days or more before: 2',
    '1 to 3 days before: 2',
    'On the 25th: 2',
    '4 to 7 days after: 4',
    '8 days or more after: 2',
  ]);
});

test('the distance is that to the nearest 25th', () => {
  for (let at = 0; at < 800; at += 1) {
    const day = addDays('2026-01-01', at);
    const all = [...Array(40).keys()].map((month) =>
      daysBetween(`${2025 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-25`, day),
    );
    assert.equal(Math.abs(fromThe25th(day)), Math.min(...all.map(Math.abs)), day);
  }
  assert.deepEqual(['2026-10-25', '2026-10-24', '2026-11-01', '2026-01-03'].map(fromThe25th), [0, -1, 7, 9]);
});

test('an attempt is counted after unpaid debits of the same contract and month, until one is paid', () => {
  const debit = (contract: string, day: string, isPaid: boolean) => ({ contract, at: `2026-${day} 00:00`, isPaid });
  assert.deepEqual(
    followedOf([
      debit('1', '10-20', true),
      debit('1', '10-01', false),
      debit('1', '10-10', false),
      debit('1', '10-30', true),
      debit('1', '11-01', true),
      debit('2', '10-02', true),
      debit('2', '10-09', false),
      debit('2', '10-16', false),
    ]),
    [
      { paid: 0, all: 2 },
      { paid: 1, all: 1 },
    ],
  );
});

test('outcomes are read for a week after the range, but not beyond today', () => {
  assert.deepEqual(outcomesOf(days, '2026-12-20'), { from: '2026-09-01', to: '2026-12-07' });
  assert.deepEqual(outcomesOf(days, '2026-11-20'), { from: '2026-09-01', to: '2026-11-20' });
  assert.deepEqual(outcomesOf(days, '2026-08-20'), { from: '2026-09-01', to: '2026-09-01' });
});
