import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, fromDayNumber, isDate } from './calendar.ts';
import { dayText, minuteText, weekdayText } from './day-text.ts';
import { readDay, readMinute } from './read-day.ts';

const today = '2026-11-22'; // a Sunday

test('reads a day as people type it, day before month', () => {
  for (const text of [
    '2026-11-25',
    '20261125',
    '2026/11/25',
    '25/11/2026',
    '25/11/26',
    '25.11.2026',
    '25-11-2026',
    '25 nov',
    '25nov',
    '25 NOVEMBER 2026',
    'Nov 25',
    'november 25, 2026',
    'Wed 25 Nov 2026',
    'Woensdag 25 November 2026',
    '25/11',
    '25',
    '+3d',
    '+3',
    'wed',
    'wednesday',
  ])
    assert.equal(readDay(text, today), '2026-11-25', text);
});

test('reads months in Afrikaans, and years first without zeros', () => {
  for (const [text, day] of [
    ['5 Mei 2026', '2026-05-05'],
    ['5 Mrt 2026', '2026-03-05'],
    ['5 Maart 2026', '2026-03-05'],
    ['5 Okt 2026', '2026-10-05'],
    ['5 Desember 2026', '2026-12-05'],
    ['2026/5/7', '2026-05-07'],
  ] as const)
    assert.equal(readDay(text, today), day, text);
});

test('steps and words count from today', () => {
  assert.equal(readDay('today', today), today);
  assert.equal(readDay('tomorrow', today), '2026-11-23');
  assert.equal(readDay('+1m', today), '2026-12-22');
  assert.equal(readDay('+1m', '2027-01-31'), '2027-02-28');
  assert.equal(readDay('-2w', today), '2026-11-08');
  assert.equal(readDay('+1y', today), '2027-11-22');
  assert.equal(readDay('sunday', today), today);
  assert.equal(readDay('eom', today), '2026-11-30');
});

test('a day without a year is the next, the last or the nearest one', () => {
  assert.equal(readDay('5 jan', today), '2027-01-05');
  assert.equal(readDay('5 jul', today), '2026-07-05');
  assert.equal(readDay('5 jul', today, 'ahead'), '2027-07-05');
  assert.equal(readDay('5 dec', today, 'back'), '2025-12-05');
  assert.equal(readDay('20', today, 'ahead'), '2026-12-20');
  assert.equal(readDay('22 nov', today, 'ahead'), today);
  assert.equal(readDay('fri', today, 'back'), '2026-11-20');
});

test('refuses text that is no day', () => {
  for (const text of [
    '',
    'soon',
    '30 feb',
    '31/02/2026',
    '11/25/2026',
    '2026-13-01',
    '99',
    '25 foo',
    '+1q2',
    'monkey nuts',
  ])
    assert.equal(readDay(text, today), undefined, text);
});

test('a time may follow the day', () => {
  assert.equal(readMinute('25 nov 8:30', today), '2026-11-25 08:30');
  assert.equal(readMinute('2026-11-25 08:00', today), '2026-11-25 08:00');
  assert.equal(readMinute('25 Nov 2026, 14h05', today), '2026-11-25 14:05');
  assert.equal(readMinute('25 nov', today), '2026-11-25 00:00');
  assert.equal(readMinute('25 nov 25:00', today), undefined);
});

test('reads back every day it writes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 1439 }), (day, minutes) => {
      const date = fromDayNumber(day);
      const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
      assert.equal(readDay(dayText(date), today), date);
      assert.equal(readDay(weekdayText(date), today), date);
      assert.equal(readMinute(minuteText(`${date} ${time}`), today), `${date} ${time}`);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = readDay(text, addDays(today, 1));
      assert.ok(read === undefined || isDate(read));
    }),
  );
});
