/**
 * A calendar day as text, `YYYY-MM-DD`, 1900-01-01 to 9999-12-31. All have the same length, so compare them with `<`.
 */
export type DateText = string;

/**
 * A wall-clock minute as text, `YYYY-MM-DD HH:MM` (docs/interface.md, Conventions 4). It has no time zone and is never
 * shifted.
 */
export type DateTimeText = string;

/** Month 1 to 12; `day` may be past the end of the month only where a function says so. */
interface Civil {
  year: number;
  month: number;
  day: number;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** `month` from 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function read(text: string): Civil | undefined {
  if (!/^(?:19|[2-9]\d)\d\d-\d\d-\d\d$/.test(text)) return undefined;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month) ? { year, month, day } : undefined;
}

/** @throws RangeError for text that `isDate` refuses. */
export function civilOf(date: DateText): Civil {
  const civil = read(date);
  if (!civil) throw new RangeError('Not a date from 1900-01-01 to 9999-12-31.');
  return civil;
}

/** Whether the text is an existing day from 1900 to 9999. */
export const isDate = (text: string): boolean => read(text) !== undefined;

/** Whether the text is a minute of an existing day; 24:00 is refused. */
export const isDateTime = (text: string): boolean =>
  isDate(text.slice(0, 10)) && /^ (?:[01]\d|2[0-3]):[0-5]\d$/.test(text.slice(10));

const wallClock = /^\d{4}-\d\d-\d\d(?:[ T](?:[01]\d|2[0-3]):[0-5]\d(?::\d\d(?:\.\d+)?)?)?$/;

/**
 * The day of a wall-clock date or date-time, also with `T`, seconds and fractions. '' for any other text: another service
 * may send anything, and the day of an instant with a time zone depends on where it is read.
 */
export const dateOf = (text: DateTimeText): DateText =>
  wallClock.test(text) && isDate(text.slice(0, 10)) ? text.slice(0, 10) : '';

/**
 * Days since 1970-01-01. Years are counted from March, so that the leap day is the last day of a year.
 * Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`, without its branch for
 * negative years.
 * @throws RangeError for text that `isDate` refuses.
 */
export function toDayNumber(date: DateText): number {
  const { year, month, day } = civilOf(date);
  return dayNumber(year, month, day);
}

/** `toDayNumber` of a year, month and day, unchecked; a day past the month's end falls into the next month. */
export function dayNumber(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

const firstDay = dayNumber(1900, 1, 1);
export const lastDay = dayNumber(9999, 12, 31);

/** Inverse of `toDayNumber` (`civil_from_days`, same source). @throws RangeError outside 1900 to 9999. */
export function fromDayNumber(days: number): DateText {
  if (!Number.isInteger(days) || days < firstDay || days > lastDay) {
    throw new RangeError('A date must lie between 1900-01-01 and 9999-12-31.');
  }
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return `${yearOfEra + era * 400 + (month <= 2 ? 1 : 0)}-${two(month)}-${two(day)}`;
}

/** The date `days` later (earlier if negative). @throws RangeError outside 1900 to 9999. */
export const addDays = (date: DateText, days: number): DateText => fromDayNumber(toDayNumber(date) + days);

/** The same day `months` later (earlier if negative), or the last day of a shorter month. */
export function addMonths(date: DateText, months: number): DateText {
  const { year, month, day } = civilOf(date);
  const index = year * 12 + month - 1 + months;
  const toYear = Math.floor(index / 12);
  const toMonth = index - toYear * 12 + 1;
  return fromDayNumber(dayNumber(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth))));
}

/** Days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: DateText, to: DateText): number => toDayNumber(to) - toDayNumber(from);

/** 1 Monday to 7 Sunday, like collection days. Day 0, 1970-01-01, was a Thursday. */
export const weekdayOfDay = (days: number): number => ((((days + 3) % 7) + 7) % 7) + 1;

/** 1 Monday to 7 Sunday. */
export const weekday = (date: DateText): number => weekdayOfDay(toDayNumber(date));

/** False for what is no date. */
export const isWeekend = (date: DateText): boolean => isDate(date) && weekday(date) > 5;

/** The next or previous banking day, `date` included; `date` itself if there is none within two weeks. */
export function bankingDay(
  date: DateText,
  to: 'next' | 'previous',
  holidayOf: (date: DateText) => string | undefined,
): DateText {
  for (let by = 0; by < 15; by += 1) {
    const day = addDays(date, to === 'next' ? by : -by);
    if (!isWeekend(day) && holidayOf(day) === undefined) return day;
  }
  return date;
}
