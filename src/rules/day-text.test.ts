import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  dayText,
  fullDayText,
  fullMinuteText,
  minuteText,
  monthText,
  omitYear,
  weekdayName,
  weekdayText,
} from './day-text.ts';

test('writes a day as people do, with its weekday if wanted', () => {
  assert.equal(dayText('2026-11-25'), '25 Nov 2026');
  assert.equal(dayText('2026-02-03 08:00'), '3 Feb 2026');
  assert.equal(weekdayText('2026-11-25'), 'Wed 25 Nov 2026');
  assert.equal(weekdayText('2026-11-29 00:00'), 'Sun 29 Nov 2026');
  assert.equal(monthText('2026-11'), 'Nov 2026');
  assert.equal(weekdayName('soon'), '');
});

test('a time follows its day; midnight is omitted', () => {
  assert.equal(minuteText('2026-11-25 08:00'), '25 Nov 2026, 08:00');
  assert.equal(minuteText('2026-11-25 00:00'), '25 Nov 2026');
  assert.equal(minuteText('2026-11-25'), '25 Nov 2026');
  assert.equal(minuteText('2026-11-25 08:00:30'), '25 Nov 2026, 08:00');
});

test('text that is no date is returned unchanged', () => {
  for (const text of ['', 'soon', '2026-02-30', '2026-12-24 25', '2026-11-01T00:00:00+02:00'])
    assert.equal(minuteText(text), text);
  assert.equal(dayText('2026-02-30'), '2026-02-30');
  assert.equal(weekdayText('n/a'), 'n/a');
});

test('the current year is omitted on screen only', () => {
  omitYear('2026');
  try {
    assert.equal(dayText('2026-11-25'), '25 Nov');
    assert.equal(weekdayText('2026-11-25 08:00'), 'Wed 25 Nov');
    assert.equal(minuteText('2026-11-25 08:00'), '25 Nov, 08:00');
    assert.equal(minuteText('2025-11-25 08:00'), '25 Nov 2025, 08:00');
    assert.equal(dayText('2027-01-01'), '1 Jan 2027');
    assert.equal(dayText('2026-02-30'), '2026-02-30');
    assert.equal(monthText('2026-11'), 'Nov 2026');
    assert.equal(fullDayText('2026-11-25'), '25 Nov 2026');
    assert.equal(fullMinuteText('2026-11-25 08:00'), '25 Nov 2026, 08:00');
  } finally {
    omitYear('');
  }
});
