import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromSpreadsheetDay, spreadsheetDays, toSpreadsheetDay } from './spreadsheet-days.ts';

test('a day has the number that spreadsheets show for it', () => {
  const known: [string, number][] = [
    ['1900-03-01', 61],
    ['1970-01-01', 25_569],
    ['2026-01-31', 46_053],
    ['9999-12-31', 2_958_465],
  ];
  for (const [date, day] of known) assert.deepEqual([toSpreadsheetDay(date), fromSpreadsheetDay(day)], [day, date]);
  assert.deepEqual(spreadsheetDays, { first: 61, last: 2_958_465 });
  assert.ok(toSpreadsheetDay('1900-02-28') < spreadsheetDays.first);
});
