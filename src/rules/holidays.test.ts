import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, weekday } from './calendar.ts';
import { holidayName } from './holidays.ts';

function holidaysOf(year: number): string[] {
  const found: string[] = [];
  for (let date = `${year}-01-01`; date <= `${year}-12-31`; date = addDays(date, 1)) {
    if (holidayName(date) !== undefined) found.push(date.slice(5));
  }
  return found;
}

// The lists of each year as the South African government publishes them, days declared for that year included.
const published: Record<number, string> = {
  2022: '01-01 03-21 04-15 04-18 04-27 05-01 05-02 06-16 08-09 09-24 12-16 12-25 12-26 12-27',
  2023: '01-01 01-02 03-21 04-07 04-10 04-27 05-01 06-16 08-09 09-24 09-25 12-15 12-16 12-25 12-26',
  2024: '01-01 03-21 03-29 04-01 04-27 05-01 05-29 06-16 06-17 08-09 09-24 12-16 12-25 12-26',
  2025: '01-01 03-21 04-18 04-21 04-27 04-28 05-01 06-16 08-09 09-24 12-16 12-25 12-26',
  2026: '01-01 03-21 04-03 04-06 04-27 05-01 06-16 08-09 08-10 09-24 11-04 12-16 12-25 12-26',
  2027: '01-01 03-21 03-22 03-26 03-29 04-27 05-01 06-16 08-09 09-24 12-16 12-25 12-26 12-27',
};

for (const [year, days] of Object.entries(published)) {
  test(`the public holidays of ${year} are those published`, () => {
    assert.deepEqual(holidaysOf(Number(year)), days.split(' '));
  });
}

test('days carry their names', () => {
  assert.equal(holidayName('2026-04-03'), 'Good Friday');
  assert.equal(holidayName('2026-04-06'), 'Family Day');
  assert.equal(holidayName('2024-06-17'), 'Youth Day (observed)');
  assert.equal(holidayName('2022-12-26'), 'Day of Goodwill');
  assert.equal(holidayName('2022-12-27'), 'Declared public holiday');
  assert.equal(holidayName('2023-01-02'), "New Year's Day (observed)");
  assert.equal(holidayName('2026-07-01'), undefined);
});

test('Easter is right at the edges of its range', () => {
  // Easter Sunday fell on 23 March in 2008 and on 24 April in 2011 and falls on 25 April, the latest there is, in 2038.
  assert.equal(holidayName('2008-03-24'), 'Family Day');
  assert.equal(holidayName('2011-04-22'), 'Good Friday');
  assert.equal(holidayName('2038-04-26'), 'Family Day');
  assert.equal(holidayName('2095-04-25'), 'Family Day');
  // The two years before 2100 that need the formula's last correction.
  assert.equal(holidayName('2049-04-19'), 'Family Day');
  assert.equal(holidayName('2076-04-20'), 'Family Day');
});

test('a holiday on a Sunday gives the Monday, one on a Saturday gives nothing', () => {
  for (let year = 1995; year <= 2100; year += 1) {
    for (const day of ['01-01', '03-21', '04-27', '05-01', '06-16', '08-09', '09-24', '12-16', '12-25', '12-26']) {
      const date = `${year}-${day}`;
      assert.ok(holidayName(date), date);
      if (weekday(date) === 7) assert.ok(holidayName(addDays(date, 1)), date);
    }
  }
  assert.equal(weekday('2022-09-24'), 6);
  assert.equal(holidayName('2022-09-26'), undefined);
});

test('before the Act was in force no day has a name', () => {
  assert.equal(holidayName('1994-12-25'), undefined);
  assert.equal(holidayName('1900-01-01'), undefined);
});
