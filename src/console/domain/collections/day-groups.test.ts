import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { comparedTo, outcomeOf, percent } from '#console/features/overview/rates.ts';
import { addDays, isWeekend } from '#rules/calendar.ts';
import { addUp, byStatus, grouped, nonBankingDays, shortly, splitAt, sumText, type DayGroup } from './day-groups.ts';

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
  assert.ok(isWeekend('2026-12-26'), 'a holiday on a weekend is told once');
});

test('amounts for a narrow day', () => {
  const amounts = [95_049, 99_950, 448_944, 994_900, 995_000, 99_949_900, 123_456_789];
  assert.deepEqual(
    amounts.map((cents) => shortly({ cents })),
    ['R950', 'R1,0k', 'R4,5k', 'R9,9k', 'R10k', 'R999k', 'R1,2m'],
  );
});

test('a rate is of what was paid or unpaid, and is never a hundred while one is unpaid', () => {
  const { rate = 0, statuses } = outcomeOf([
    group('2026-11-01', 'PAID', 900),
    group('2026-11-02', 'PAID', 99),
    group('2026-11-01', 'UNPAID'),
    group('2026-11-01', 'SUBMITTED'),
  ]);
  assert.equal(rate, 99.9);
  assert.equal(percent(rate), '99\u00a0%');
  assert.equal(statuses.get('PAID')?.cents, 9990);
  assert.equal(outcomeOf([group('2026-11-01', 'SUBMITTED')]).rate, undefined);
});

test('no rate is told where a status does not say what became of the debit', () => {
  for (const status of ['bounced_back', '']) {
    const { rate, unknown } = outcomeOf([group('2026-11-01', 'PAID', 900), group('2026-11-01', status)]);
    assert.deepEqual([rate, unknown], [undefined, [status]]);
  }
});

test('a month is compared with the same days of the month before, once there are enough of them', () => {
  const rates = (now: [number, number], before: [number, number], on = '05') => [
    group(`2026-11-${on}`, 'PAID', now[0]),
    group(`2026-11-${on}`, 'UNPAID', now[1]),
    group(`2026-10-${on}`, 'PAID', before[0]),
    group(`2026-10-${on}`, 'UNPAID', before[1]),
    // The end of last month, not yet reached in this month.
    group('2026-10-28', 'UNPAID', 500),
  ];
  const compared = (groups: DayGroup[], today = '2026-11-12') => comparedTo(groups, today);
  assert.equal(compared(rates([91, 9], [89, 11])), '2 points better than in the same days of last month (89\u00a0%)');
  assert.equal(compared(rates([85, 15], [90, 10])), '5 points worse than in the same days of last month (90\u00a0%)');
  assert.equal(compared(rates([85, 15], [850, 150])), 'as in the same days of last month (85\u00a0%)');
  // Few debits, few days, or another day.
  assert.equal(compared(rates([1, 1], [89, 11])), undefined);
  assert.equal(compared(rates([91, 9], [5, 5])), undefined);
  assert.equal(compared(rates([91, 9], [89, 11], '02'), '2026-11-03'), undefined);
  assert.equal(compared([...rates([91, 9], [89, 11]), group('2026-11-02', 'booked')]), undefined);
  assert.match(
    comparedTo([group('2027-03-30', 'PAID', 50), group('2027-02-28', 'PAID', 50)], '2027-03-31') ?? '',
    /^as in/,
  );
});
