import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addDays,
  addMonths,
  dateOf,
  daysBetween,
  daysInMonth,
  fromDayNumber,
  isDate,
  isDateTime,
  isWeekend,
  toDayNumber,
  weekday,
} from './calendar.ts';

// The platform's Date is the reference here; the rules themselves may not use it (no time zones, no shifting).
const oracle = (days: number): string => new Date(days * 86_400_000).toISOString().slice(0, 10);
const firstDay = Date.UTC(1900, 0, 1) / 86_400_000;
const lastDay = Date.UTC(9999, 11, 31) / 86_400_000;
const anyDay = fc.integer({ min: firstDay, max: lastDay });

test('day numbers agree with the platform and convert back', () => {
  fc.assert(
    fc.property(anyDay, (days) => {
      const date = fromDayNumber(days);
      assert.equal(date, oracle(days));
      assert.equal(toDayNumber(date), days);
      assert.equal(weekday(date), new Date(days * 86_400_000).getUTCDay() || 7);
      assert.equal(isWeekend(date), weekday(date) === 6 || weekday(date) === 7);
    }),
    { numRuns: 2000 },
  );
});

test('every day from 1900 to 2100 is one more than the day before', () => {
  const end = toDayNumber('2100-12-31');
  for (let days = firstDay; days <= end; days += 1) {
    const date = fromDayNumber(days);
    if (date !== oracle(days) || toDayNumber(date) !== days) assert.fail(`${days} is ${oracle(days)}, not ${date}`);
  }
  assert.equal(fromDayNumber(firstDay), '1900-01-01');
  assert.equal(fromDayNumber(lastDay), '9999-12-31');
});

test('every fourth year is a leap year, but of the centuries only every fourth', () => {
  const february = [1900, 1999, 2000, 2023, 2024, 2100, 2400].map((year) => daysInMonth(year, 2));
  assert.deepEqual(february, [28, 28, 29, 28, 29, 28, 29]);
  assert.deepEqual(
    Array.from({ length: 12 }, (_, n) => daysInMonth(2025, n + 1)),
    [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31],
  );
});

test('a date that does not exist is refused', () => {
  for (const date of ['1900-01-01', '2000-02-29', '2024-02-29', '2026-12-31', '9999-12-31']) {
    assert.ok(isDate(date), date);
  }
  const wrong = [
    '1900-02-29',
    '2023-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '2026-01-32',
    '1899-12-31',
    '0000-01-01',
    '10000-01-01',
    '2026-1-1',
    '26-01-01',
    '',
    '2026-01-01 ',
    '2026/01/01',
    '2026-01-01\n',
    '２０２６-01-01',
    '-026-01-01',
    '2026-01-01T00:00',
    '2026-01-1e',
  ];
  for (const date of wrong) {
    assert.equal(isDate(date), false, date);
    assert.throws(() => toDayNumber(date), RangeError, date);
  }
});

test('isDate accepts exactly the texts that the platform reads back unchanged', () => {
  const part = (max: number): fc.Arbitrary<string> =>
    fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'));
  fc.assert(
    fc.property(fc.integer({ min: 1890, max: 2110 }), part(14), part(33), (year, month, day) => {
      const text = `${year}-${month}-${day}`;
      const platform = new Date(`${text}T00:00:00Z`);
      const exists = !Number.isNaN(platform.getTime()) && platform.toISOString().startsWith(text);
      assert.equal(isDate(text), exists && year >= 1900);
    }),
    { numRuns: 2000 },
  );
});

test('a date-time is a minute of a day that exists', () => {
  for (const text of ['2026-01-01 00:00', '2026-01-01 09:30', '2024-02-29 23:59']) assert.ok(isDateTime(text), text);
  const wrong = [
    '2026-01-01 24:00',
    '2026-01-01 23:60',
    '2026-01-01 9:30',
    '2026-01-01',
    '2026-01-01T09:30',
    '2026-02-30 09:30',
    '2026-01-01 09:30:00',
    '2026-01-01  09:30',
    '2026-01-01 09:30Z',
    '2026-01-01 09:30\n',
    '',
  ];
  for (const text of wrong) assert.equal(isDateTime(text), false, text);
  for (const text of ['2026-01-01 09:30', '2026-01-01', '2026-01-01T09:30:00.000', '2026-01-01 09:30:59'])
    assert.equal(dateOf(text), '2026-01-01', text);
  for (const text of [
    '2026-01-01T22:00:00.000Z',
    '2026-01-01T00:00:00+02:00',
    '0001-01-01 00:00',
    '01/12/2026',
    '20261201',
    '20261201 08:00',
    '1796083200',
    '2026-02-30',
    '2026-12-24 25:61',
    'yesterday',
    '',
  ])
    assert.equal(dateOf(text), '', text);
});

test('months clamp to the end and days do not', () => {
  assert.equal(addMonths('2026-01-31', 1), '2026-02-28');
  assert.equal(addMonths('2023-12-31', 2), '2024-02-29');
  assert.equal(addMonths('2024-02-29', 12), '2025-02-28');
  assert.equal(addMonths('2024-02-29', 48), '2028-02-29');
  assert.equal(addMonths('2026-03-31', -1), '2026-02-28');
  assert.equal(addMonths('2026-01-15', -13), '2024-12-15');
  assert.equal(addDays('2024-02-28', 2), '2024-03-01');
  assert.equal(addDays('2100-02-28', 1), '2100-03-01');
  assert.equal(daysBetween('2026-01-01', '2027-01-01'), 365);
  assert.throws(() => addDays('9999-12-31', 1), RangeError);
  assert.throws(() => addMonths('1900-01-31', -1), RangeError);
  assert.throws(() => addDays('2026-01-01', 0.5), RangeError);
});

test('adding is the inverse of the distance, and text order is date order', () => {
  fc.assert(
    fc.property(anyDay, anyDay, (a, b) => {
      const [from, to] = [fromDayNumber(a), fromDayNumber(b)];
      assert.equal(addDays(from, daysBetween(from, to)), to);
      assert.equal(from < to, a < b);
    }),
  );
});

test('adding months gives the right month, on the same day or the month end', () => {
  const middle = fc.integer({ min: toDayNumber('2000-01-01'), max: toDayNumber('2200-12-31') });
  fc.assert(
    fc.property(middle, fc.integer({ min: -1000, max: 1000 }), (days, months) => {
      const date = fromDayNumber(days);
      const moved = addMonths(date, months);
      const index = (text: string): number => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
      assert.equal(index(moved) - index(date), months);
      const end = daysInMonth(Number(moved.slice(0, 4)), Number(moved.slice(5, 7)));
      assert.equal(Number(moved.slice(8)), Math.min(Number(date.slice(8)), end));
    }),
  );
});
