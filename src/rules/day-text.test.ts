import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayText, minuteText, monthText, weekdayName, weekdayText } from './day-text.ts';

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
