import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, isWeekend } from '../../rules/calendar.ts';
import {
  byStatus,
  entriesOfScheduled,
  entriesOfTransactions,
  grouped,
  restless,
  shortly,
  splitAt,
  sumOf,
  type Entry,
} from './calendar-entries.ts';
import { comparedTo, percent, stillUnpaid, wentOf } from './overview-rates.ts';

const entry = (date: string, InstalmentStatus: string, more: Partial<Entry> = {}): Entry => ({
  key: date,
  date,
  client: '',
  InstalmentAmount: 0.1,
  InstalmentStatus,
  ...more,
});

const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays('2026-01-01', days));
const anyEntry = fc
  .tuple(day, fc.constantFrom('PAID', 'UNPAID', ''), fc.integer({ min: 1, max: 10 ** 9 }))
  .map(([date, status, cents]) => entry(date, status, { InstalmentAmount: cents / 100 }));

test('days and statuses add up to the whole, to the cent', () => {
  fc.assert(
    fc.property(fc.array(anyEntry), (entries) => {
      const whole = sumOf(entries);
      const days = [...grouped(entries, (it) => it.date).values()].map(sumOf);
      for (const parts of [days, byStatus(entries)]) {
        assert.equal(
          parts.reduce((all, it) => all + it.count, 0),
          whole.count,
        );
        assert.equal(
          parts.reduce((all, it) => all + it.cents, 0),
          whole.cents,
        );
      }
    }),
  );
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

test('payouts are no collections; what a service leaves out breaks nothing', () => {
  const came = entriesOfTransactions([
    { TransactionDate: '2026-11-20 17:31', Amount: 10, Status: 'PAID', ContractSequence: 1, TransactionType: 'TT1' },
    { TransactionDate: '2026-11-20 08:00', Amount: 99, Status: 'PAID', TransactionType: 'PAYOUT' },
    {},
  ]);
  assert.deepEqual(
    came.map((it) => [it.date, it.InstalmentAmount, it.InstalmentStatus]),
    [
      ['2026-11-20', 10, 'PAID'],
      ['', 0, ''],
    ],
  );
  assert.equal(entriesOfScheduled([{ Name: 'Naledi', Surname: null }])[0]?.client, 'Naledi');
});

test('days without work for banks: holidays before weekends, and only what is still to come', () => {
  const days = grouped(
    ['2026-12-12', '2026-12-16', '2026-12-25', '2026-12-26', '2026-12-27', '2026-12-28', ''].map((it) => entry(it, '')),
    (it) => it.date,
  );
  const holidayOf = (date: string) => (/-(16|25|26)$/.test(date) ? 'Holiday' : undefined);
  assert.deepEqual(restless(days, '2026-12-17', holidayOf), {
    holidays: ['2026-12-25', '2026-12-26'],
    weekends: ['2026-12-27'],
  });
  assert.ok(isWeekend('2026-12-26'), 'a holiday on a weekend is told once');
});

test('amounts for a narrow day', () => {
  const shown = [95_049, 99_950, 448_944, 994_900, 995_000, 99_949_900, 123_456_789].map(shortly);
  assert.deepEqual(shown, ['R950', 'R1,0k', 'R4,5k', 'R9,9k', 'R10k', 'R999k', 'R1,2m']);
});

test('a rate is of what was paid or unpaid, and is never a hundred while one is unpaid', () => {
  const many = [...Array<string>(999).fill('PAID'), 'UNPAID', 'SUBMITTED'].map((it) => entry('2026-11-01', it));
  const { rate = 0, statuses } = wentOf(many);
  assert.equal(rate, 99.9);
  assert.equal(percent(rate), '99\u00a0%');
  assert.equal(statuses.get('PAID')?.cents, 9990);
  assert.equal(wentOf([entry('2026-11-01', 'SUBMITTED')]).rate, undefined);
  assert.equal(comparedTo(90.2, 89.4), '1 point better than last month (89\u00a0%)');
  assert.equal(comparedTo(85, 90), '5 points worse than last month (90\u00a0%)');
  assert.equal(comparedTo(85.4, 84.6), 'as last month (85\u00a0%)');
});

test('a debit is still unpaid until its contract pays again', () => {
  const of = (ContractSequence: number, date: string, status: string) => entry(date, status, { ContractSequence });
  const open = stillUnpaid([
    of(1, '2026-10-01', 'UNPAID'),
    of(1, '2026-11-01', 'PAID'),
    of(2, '2026-10-01', 'PAID'),
    of(2, '2026-11-01', 'UNPAID'),
    of(3, '2026-11-01', 'UNPAID'),
  ]);
  assert.deepEqual(
    open.map((it) => it.ContractSequence),
    [2, 3],
  );
});
