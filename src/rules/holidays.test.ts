import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, weekday } from './calendar.ts';
import { clearingDay, holidayName } from './holidays.ts';

const fixedDays = ['01-01', '03-21', '04-27', '05-01', '06-16', '08-09', '09-24', '12-16', '12-25', '12-26'];

function holidaysOf(year: number): string[] {
  const found: string[] = [];
  for (let date = `${year}-01-01`; date <= `${year}-12-31`; date = addDays(date, 1)) {
    if (holidayName(date) !== undefined) found.push(date.slice(5));
  }
  return found;
}

// Each year's holidays as published by the South African government, including days declared for that year.
const published: Record<number, string> = {
  2022: '01-01 03-21 04-15 04-18 04-27 05-01 05-02 06-16 08-09 09-24 12-16 12-25 12-26 12-27',
  2023: '01-01 01-02 03-21 04-07 04-10 04-27 05-01 06-16 08-09 09-24 09-25 12-15 12-16 12-25 12-26',
  2024: '01-01 03-21 03-29 04-01 04-27 05-01 05-29 06-16 06-17 08-09 09-24 12-16 12-25 12-26',
  2025: '01-01 03-21 04-18 04-21 04-27 04-28 05-01 06-16 08-09 09-24 12-16 12-25 12-26',
  2026: '01-01 03-21 04-03 04-06 04-27 05-01 06-16 08-09 08-10 09-24 11-04 12-16 12-25 12-26',
  2027: '01-01 03-21 03-22 03-26 03-29 04-27 05-01 06-16 08-09 09-24 12-16 12-25 12-26 12-27',
};

for (const [year, days] of Object.entries(published)) {
  test(`the public holidays of ${year} match the published list`, () => {
    assert.deepEqual(holidaysOf(Number(year)), days.split(' '));
  });
}

test('each holiday has its name', () => {
  assert.equal(holidayName('2026-04-03'), 'Good Friday');
  assert.equal(holidayName('2026-04-06'), 'Family Day');
  assert.equal(holidayName('2024-06-17'), 'Youth Day (observed)');
  assert.equal(holidayName('2022-12-26'), 'Day of Goodwill');
  assert.equal(holidayName('2022-12-27'), 'Declared public holiday');
  assert.equal(holidayName('2023-01-02'), "New Year's Day (observed)");
  assert.equal(holidayName('2026-07-01'), undefined);
});

test('Easter is right at the edges of its range', () => {
  // Easter Sunday: 23 March 2008, 24 April 2011, and 25 April 2038, the latest possible.
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
    for (const day of fixedDays) {
      const date = `${year}-${day}`;
      assert.ok(holidayName(date), date);
      if (weekday(date) === 7) assert.ok(holidayName(addDays(date, 1)), date);
    }
  }
  assert.equal(weekday('2022-09-24'), 6);
  assert.equal(holidayName('2022-09-26'), undefined);
});

/**
 * Easter Sunday from the epact (Knuth, "The Art of Computer Programming", 1.3.2, exercise 14): another algorithm than
 * ours.
 */
function easterByEpact(year: number): string {
  const golden = (year % 19) + 1;
  const century = Math.floor(year / 100) + 1;
  const solar = Math.floor((3 * century) / 4) - 12;
  const lunar = Math.floor((8 * century + 5) / 25) - 5;
  const sunday = Math.floor((5 * year) / 4) - solar - 10;
  const remainder = (11 * golden + 20 + lunar - solar) % 30;
  let epact = remainder < 0 ? remainder + 30 : remainder;
  if ((epact === 25 && golden > 11) || epact === 24) epact += 1;
  const fullMoon = epact > 23 ? 74 - epact : 44 - epact;
  return addDays(`${year}-03-01`, fullMoon + 6 - ((sunday + fullMoon) % 7));
}

test('in any year: Easter by another algorithm, the ten fixed days, and a Monday for each that falls on a Sunday', () => {
  const anyYear = fc.integer({ min: 1995, max: 9998 });
  fc.assert(
    fc.property(anyYear, (year) => {
      const easter = easterByEpact(year);
      assert.equal(weekday(easter), 7);
      for (const [days, name] of [
        [-2, 'Good Friday'],
        [1, 'Family Day'],
      ] as const) {
        const date = addDays(easter, days);
        // In 2008 Good Friday was also Human Rights Day.
        if (!fixedDays.includes(date.slice(5))) assert.equal(holidayName(date), name);
      }
      const days = holidaysOf(year);
      const twelve = new Set([...fixedDays, addDays(easter, -2).slice(5), addDays(easter, 1).slice(5)]);
      for (const day of twelve) assert.ok(days.includes(day), `${year}-${day}`);
      for (const day of days) {
        const date = `${year}-${day}`;
        const isObserved = weekday(date) === 1 && fixedDays.includes(addDays(date, -1).slice(5));
        // Declared days follow no rule, and none is declared a lifetime ahead.
        assert.ok(twelve.has(day) || isObserved || year < 2100, date);
      }
    }),
    { numRuns: 500 },
  );
});

test('no day has a name before the Act was in force', () => {
  assert.equal(holidayName('1994-12-25'), undefined);
  assert.equal(holidayName('1900-01-01'), undefined);
});

test('debits due on a Sunday or public holiday are cleared on the next day that is neither; on a Saturday, that day', () => {
  for (const [due, taken] of [
    ['2026-11-21', '2026-11-21'],
    ['2026-11-22', '2026-11-23'],
    ['2026-11-04', '2026-11-05'],
    ['2026-04-03', '2026-04-04'],
    ['2026-04-05', '2026-04-07'],
    ['2026-12-25', '2026-12-28'],
    ['2027-12-25', '2027-12-28'],
    ['9999-12-31', '9999-12-31'],
  ] as const)
    assert.equal(clearingDay(due), taken, due);
});
