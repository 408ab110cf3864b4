import { dayNumber, daysInMonth, fromDayNumber } from '#rules/calendar.ts';

/**
 * Wall-clock times as whole minutes since 1900-01-01 00:00: one unsigned 32-bit number holds every minute of the years
 * 1900 to 9999, so `9999-12-31` (no end) is a date like any other.
 */

/** No time: an empty cell. Larger than every time. */
export const noTime = 0xffff_ffff;

/** How a column's texts are written: `YYYY-MM-DD` or `YYYY-MM-DD HH:MM`. */
export type TimeForm = 'date' | 'dateTime';

const minutesADay = 1440;
const firstDay = dayNumber(1900, 1, 1);

// Minutes to the first of each month, one more so that 0 means not worked out yet: dates come by the million.
const months = new Uint32Array(8100 * 12);

/** Minutes of a wall-clock time; `noTime` for one that does not exist or lies outside 1900 to 9999. Month from 1. */
export function minutesAt(year: number, month: number, day: number, hour: number, minute: number): number {
  if (!(year >= 1900 && year <= 9999 && month >= 1 && month <= 12 && hour <= 23 && minute <= 59)) return noTime;
  if (day < 1 || (day > 28 && day > daysInMonth(year, month))) return noTime;
  const index = (year - 1900) * 12 + month - 1;
  const known = months[index] ?? 0;
  const start = known || (months[index] = (dayNumber(year, month, 1) - firstDay) * minutesADay + 1);
  return start - 1 + ((day - 1) * 24 + hour) * 60 + minute;
}

// With what other services add: `T`, seconds and their fractions. Never a zone: a shifted time would be another one.
const written = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?)?$/;

/** Minutes of a text, seconds left out; `noTime` when it is no wall-clock time. */
export function minutesOf(text: string): number {
  const [, year, month, day, hour = 0, minute = 0] = written.exec(text) ?? [];
  return year === undefined
    ? noTime
    : minutesAt(Number(year), Number(month), Number(day), Number(hour), Number(minute));
}

/** Minutes of a day's beginning. @throws RangeError for text that is no date */
export function minutesOfDay(date: string): number {
  const minutes = date.length === 10 ? minutesOf(date) : noTime;
  if (minutes === noTime) throw new RangeError('Not a date from 1900-01-01 to 9999-12-31.');
  return minutes;
}

const minuteTexts: string[] = [];
const dayTexts = new Map<number, string>();

/** `YYYY-MM-DD` of minutes. Reports have few days and many rows: a day's text is made once. */
export function dayText(minutes: number): string {
  const day = Math.floor(minutes / minutesADay);
  let text = dayTexts.get(day);
  if (text === undefined) dayTexts.set(day, (text = fromDayNumber(day + firstDay)));
  return text;
}

const two = (value: number) => String(value).padStart(2, '0');

/** The text of minutes in a column's form; '' for `noTime`. */
export function timeText(minutes: number, form: TimeForm): string {
  if (minutes === noTime) return '';
  if (form === 'date') return dayText(minutes);
  const minute = minutes % minutesADay;
  minuteTexts[minute] ??= ` ${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
  return dayText(minutes) + minuteTexts[minute];
}

/** Whole days since 1900-01-01 of minutes. */
export const dayOf = (minutes: number): number => Math.floor(minutes / minutesADay);
