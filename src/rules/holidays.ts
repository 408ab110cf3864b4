import { addDays, civilOf, dayNumber, fromDayNumber, weekday, type DateText } from './calendar.ts';

/** Schedule 1 of the Public Holidays Act 36 of 1994, by month and day; Good Friday and Family Day follow Easter. */
const fixed: Readonly<Record<string, string>> = {
  '01-01': "New Year's Day",
  '03-21': 'Human Rights Day',
  '04-27': 'Freedom Day',
  '05-01': "Workers' Day",
  '06-16': 'Youth Day',
  '08-09': "National Women's Day",
  '09-24': 'Heritage Day',
  '12-16': 'Day of Reconciliation',
  '12-25': 'Christmas Day',
  '12-26': 'Day of Goodwill',
};

/**
 * Days the President declared under section 2A of the Act. No rule gives them, so extend this list by hand. 27
 * December: when Christmas is a Sunday, the Monday after is already the Day of Goodwill.
 */
const declared: Readonly<Record<DateText, string>> = {
  '2016-08-03': 'Local government elections',
  '2016-12-27': 'Declared public holiday',
  '2019-05-08': 'National elections',
  '2021-11-01': 'Local government elections',
  '2022-12-27': 'Declared public holiday',
  '2023-12-15': 'Declared public holiday',
  '2024-05-29': 'National elections',
  '2026-11-04': 'Local government elections',
};

/** Easter Sunday of the Gregorian calendar as a day number (Meeus, "Astronomical Algorithms", chapter 8). */
function easter(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const marchDay = h + l - 7 * m + 22;
  return dayNumber(year, 3, marchDay);
}

/**
 * The name of the South African public holiday on a date, or undefined. Computed from the Act (twelve days, and the
 * Monday after one that falls on a Sunday: section 2(1)) plus the days declared so far. Use it for previews only:
 * another day can be declared at short notice. Before 1995 the Act was not in force, and no day has a name.
 */
export function holidayName(date: DateText): string | undefined {
  const { year } = civilOf(date);
  if (year < 1995) return undefined;
  const own = declared[date] ?? fixed[date.slice(5)];
  if (own) return own;
  const sunday = easter(year);
  if (date === fromDayNumber(sunday - 2)) return 'Good Friday';
  if (date === fromDayNumber(sunday + 1)) return 'Family Day';
  // 31 December is no holiday, so this never crosses a year.
  const yesterday = weekday(date) === 1 ? fixed[addDays(date, -1).slice(5)] : undefined;
  return yesterday && `${yesterday} (observed)`;
}

/**
 * The day on which banks clear a debit due on `date`: that day, or the next that is neither a Sunday nor a public
 * holiday (docs/decisions.md, 18). `date` itself if there is none within two weeks.
 */
export function clearingDay(date: DateText): DateText {
  for (let by = 0; by < 15; by += 1) {
    const day = addDays(date, by);
    if (weekday(day) !== 7 && holidayName(day) === undefined) return day;
  }
  return date;
}
