import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, daysBetween, fromDayNumber, weekday } from '#rules/calendar.ts';
import { daysBefore, daysOf, presets, rangeOf, withTimes, yearBefore, type Preset } from './ranges.ts';

const anyDay = fc.integer({ min: -20_000, max: 60_000 }).map(fromDayNumber);
const read = (query: string, today = '2026-03-31') => rangeOf(new URLSearchParams(query), today);

test('named ranges hold today, or end right before the one that does', () => {
  fc.assert(
    fc.property(anyDay, fc.constantFrom(...(Object.keys(presets) as Preset[])), (today, preset) => {
      const { from, to } = daysOf(preset, today);
      assert.ok(from <= to);
      const over = {
        'last-week': 'this-week',
        'last-month': 'this-month',
        'last-quarter': 'this-quarter',
        'last-tax-year': 'tax-year',
      } as const;
      const next = (over as Partial<Record<Preset, Preset>>)[preset];
      if (next) assert.equal(addDays(to, 1), daysOf(next, today).from);
      else assert.ok(from <= today && today <= to);
    }),
  );
});

test('weeks run from Monday to Sunday, 90 days are 90', () => {
  fc.assert(
    fc.property(anyDay, (today) => {
      const week = daysOf('this-week', today);
      assert.deepEqual([weekday(week.from), weekday(week.to), daysBetween(week.from, week.to)], [1, 7, 6]);
      const quarter = daysOf('last-90-days', today);
      assert.deepEqual([daysBetween(quarter.from, quarter.to) + 1, quarter.to], [90, today]);
    }),
  );
});

test('months at their ends', () => {
  assert.deepEqual(daysOf('last-month', '2026-03-31'), { from: '2026-02-01', to: '2026-02-28' });
  assert.deepEqual(daysOf('last-month', '2024-03-31'), { from: '2024-02-01', to: '2024-02-29' });
  assert.deepEqual(daysOf('this-month', '2026-12-31'), { from: '2026-12-01', to: '2026-12-31' });
  assert.deepEqual(daysOf('last-month', '2026-01-15'), { from: '2025-12-01', to: '2025-12-31' });
});

test('quarters are of the calendar, tax years run from March to the end of February', () => {
  assert.deepEqual(daysOf('this-quarter', '2026-11-22'), { from: '2026-10-01', to: '2026-12-31' });
  assert.deepEqual(daysOf('last-quarter', '2026-01-31'), { from: '2025-10-01', to: '2025-12-31' });
  assert.deepEqual(daysOf('tax-year', '2026-11-22'), { from: '2026-03-01', to: '2027-02-28' });
  assert.deepEqual(daysOf('tax-year', '2028-02-29'), { from: '2027-03-01', to: '2028-02-29' });
  assert.deepEqual(daysOf('last-tax-year', '2026-02-10'), { from: '2024-03-01', to: '2025-02-28' });
  assert.deepEqual(daysOf('year-to-date', '2026-11-22'), { from: '2026-01-01', to: '2026-11-22' });
  assert.deepEqual(daysOf('last-week', '2026-11-22'), { from: '2026-11-09', to: '2026-11-15' });
  assert.deepEqual(daysOf('last-7-days', '2026-11-22'), { from: '2026-11-16', to: '2026-11-22' });
});

test('the address is read: a name, days of its own, or this month', () => {
  assert.equal(read('').preset, 'this-month');
  assert.equal(read('range=last-month').from, '2026-02-01');
  assert.equal(read('range=constructor').preset, 'this-month');
  assert.equal(read('range=last-month').notice, undefined);
  assert.deepEqual(read('from=2026-01-05&to=2026-01-05'), { from: '2026-01-05', to: '2026-01-05' });
});

test('a range that is not known, or not offered here, says so', () => {
  assert.match(read('range=constructor').notice ?? '', /no range “constructor”.*“This month”/);
  assert.match(read('range=next-7-days').notice ?? '', /Next 7 days is not offered here.*“This month”/);
  assert.equal(read('range=xyz&from=2026-01-05&to=2026-01-05').notice, undefined);
});

test('days that cannot be asked for say why', () => {
  assert.match(read('from=2026-02-30&to=2026-03-01').problem ?? '', /first day/);
  assert.match(read('from=2026-03-01').problem ?? '', /last day/);
  assert.match(read('from=2026-03-02&to=2026-03-01').problem ?? '', /before the start/);
});

test('a report that looks ahead starts with the next 30 days, and takes no name that looks back', () => {
  const ahead = (query: string) => rangeOf(new URLSearchParams(query), '2026-03-31', 'ahead');
  assert.deepEqual(ahead(''), { preset: 'next-30-days', from: '2026-03-31', to: '2026-04-29' });
  assert.equal(ahead('range=last-month').preset, 'next-30-days');
  assert.equal(ahead('range=next-7-days').to, '2026-04-06');
  assert.equal(read('range=next-7-days').preset, 'this-month');
});

test('the days before a range touch it and are as many; a month has the month before', () => {
  fc.assert(
    fc.property(anyDay, fc.nat(400), (from, more) => {
      const range = { from, to: addDays(from, more) };
      const before = daysBefore(range);
      assert.equal(addDays(before.to, 1), from);
      if (!from.endsWith('-01')) assert.equal(daysBetween(before.from, before.to), more);
    }),
  );
  assert.deepEqual(daysBefore({ from: '2026-03-01', to: '2026-03-31' }), { from: '2026-02-01', to: '2026-02-28' });
  assert.deepEqual(daysBefore({ from: '2026-01-01', to: '2026-03-31' }), { from: '2025-10-01', to: '2025-12-31' });
  assert.deepEqual(yearBefore({ from: '2025-02-01', to: '2025-02-28' }), { from: '2024-02-01', to: '2024-02-29' });
});

test('times are wall-clock times, and a day does not end before it begins', () => {
  const timed = (text: string) => {
    const query = new URLSearchParams(text);
    return withTimes(rangeOf(query, '2026-03-31'), query);
  };
  const day = 'from=2026-03-02&to=2026-03-02';
  assert.equal(timed(`${day}&from-time=08:00&to-time=08:00`).problem, undefined);
  assert.equal(timed(`${day}&to-time=23:59`).toTime, '23:59');
  assert.match(timed(`${day}&from-time=08:01&to-time=08:00`).problem ?? '', /first time is after the last/);
  assert.equal(timed('from=2026-03-02&to=2026-03-03&from-time=08:01&to-time=08:00').problem, undefined);
  for (const wrong of ['24:00', '8:00', '08:60', 'noon', ''])
    assert.match(timed(`${day}&from-time=${wrong}`).problem ?? '', /Choose a time/, wrong);
});
