import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, isWeekend } from '#rules/calendar.ts';
import { addUp, grouped } from '#rules/sums.ts';
import { byStatus, nonBankingDays, shortly, splitAt, sumText, type DayGroup } from './day-groups.ts';

const group = (date: string, status: string, count = 1, cents: number | null = 10 * count): DayGroup => ({
  date,
  status,
  count,
  cents,
});

const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays('2026-01-01', days));
const anyGroup = fc
  .tuple(day, fc.constantFrom('PAID', 'UNPAID', ''), fc.integer({ min: 1, max: 1000 }), fc.nat(10 ** 11))
  .map(([date, status, count, cents]) => group(date, status, count, cents));

test('days and statuses add up to the whole, to the cent', () => {
  fc.assert(
    fc.property(fc.array(anyGroup), (groups) => {
      const whole = addUp(groups);
      const days = [...grouped(groups, (it) => it.date).values()].map(addUp);
      for (const parts of [days, byStatus(groups)]) assert.deepEqual(addUp(parts), whole);
    }),
  );
});

test('what has no sum leaves none to the whole, and says so', () => {
  const whole = addUp([group('2026-01-01', 'PAID'), group('2026-01-02', 'PAID', 3, null)]);
  assert.deepEqual(whole, { count: 4, cents: null });
  assert.deepEqual([sumText(whole), shortly(whole)], ['no sum', 'no sum']);
  assert.equal(sumText({ cents: 30 }), 'R\u00a00,30');
});

test('each day is asked of a report: those before today of one, those after of the other, today of both', () => {
  fc.assert(
    fc.property(day, fc.nat(60), day, (from, length, today) => {
      const to = addDays(from, length);
      const { past, ahead } = splitAt({ from, to }, today);
      for (let date = from; date <= to; date = addDays(date, 1)) {
        assert.equal(past !== undefined && past.from <= date && date <= past.to, date <= today);
        assert.equal(ahead !== undefined && ahead.from <= date && date <= ahead.to, date >= today);
      }
    }),
  );
});

test('days without work for banks: holidays before weekends, and only what is still to come', () => {
  const dates = ['2026-12-12', '2026-12-16', '2026-12-25', '2026-12-26', '2026-12-27', '2026-12-28', ''];
  const days = grouped(
    dates.map((it) => group(it, '')),
    (it) => it.date,
  );
  const holidayOf = (date: string) => (/-(16|25|26)$/.test(date) ? 'Holiday' : undefined);
  assert.deepEqual(nonBankingDays(days, '2026-12-17', holidayOf), {
    holidays: ['2026-12-25', '2026-12-26'],
    weekends: ['2026-12-27'],
  });
  assert.deepEqual(nonBankingDays(days, '2026-12-27', holidayOf), { holidays: [], weekends: [] }, 'today is too late');
  assert.ok(isWeekend('2026-12-26'), 'a holiday on a weekend is told once');
});

test('amounts for a narrow day', () => {
  const amounts = [95_049, 99_950, 448_944, 994_900, 995_000, 99_949_900, 123_456_789];
  assert.deepEqual(
    amounts.map((cents) => shortly({ cents })),
    ['R950', 'R1,0k', 'R4,5k', 'R9,9k', 'R10k', 'R999k', 'R1,2m'],
  );
});
