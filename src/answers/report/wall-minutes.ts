import { dayNumber, daysInMonth, fromDayNumber } from '#rules/calendar.ts';

/**
 * Wall-clock times as whole minutes since 1900-01-01 00:00. 32 bits hold the years 1900 to 9999, so `9999-12-31` (no
 * end) is an ordinary date.
 */

/** An empty cell. Larger than every time. */
export const noTime = 0xffff_ffff;

/** `YYYY-MM-DD` or `YYYY-MM-DD HH:MM`. */
export type TimeForm = 'date' | 'dateTime';

const minutesADay = 1440;
const firstDay = dayNumber(1900, 1, 1);

// Cache of the minutes to the first of each month, plus one so that 0 means not computed.
const months = new Uint32Array(8100 * 12);

/** Minutes of a wall-clock time, month from 1; `noTime` if it does not exist or is outside 1900 to 9999. */
export function minutesAt(year: number, month: number, day: number, hour: number, minute: number): number {
  if (!(year >= 1900 && year <= 9999 && month >= 1 && month <= 12 && hour <= 23 && minute <= 59)) return noTime;
  if (day < 1 || (day > 28 && day > daysInMonth(year, month))) return noTime;
  const index = (year - 1900) * 12 + month - 1;
  const known = months[index] ?? 0;
  const start = known || (months[index] = (dayNumber(year, month, 1) - firstDay) * minutesADay + 1);
  return start - 1 + ((day - 1) * 24 + hour) * 60 + minute;
}

// Accepts what other services add: `T`, seconds, fractions. Never a time zone: a shifted time would be wrong.
const written = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?)?$/;

/** Minutes of a text, without seconds; `noTime` if it is no wall-clock time. */
export function minutesOf(text: string): number {
  const [, year, month, day, hour = 0, minute = 0] = written.exec(text) ?? [];
  return year === undefined
    ? noTime
    : minutesAt(Number(year), Number(month), Number(day), Number(hour), Number(minute));
}

/** @throws RangeError for text that is no date */
export function minutesOfDay(date: string): number {
  const minutes = date.length === 10 ? minutesOf(date) : noTime;
  if (minutes === noTime) throw new RangeError('Not a date from 1900-01-01 to 9999-12-31.');
  return minutes;
}

const minuteTexts: string[] = [];
const dayTexts = new Map<number, string>();

/** Cached: reports have few days and many rows. */
export function dayTextAt(minutes: number): string {
  const day = Math.floor(minutes / minutesADay);
  let text = dayTexts.get(day);
  if (text === undefined) dayTexts.set(day, (text = fromDayNumber(day + firstDay)));
  return text;
}

const two = (value: number) => String(value).padStart(2, '0');

/** '' for `noTime`. */
export function timeText(minutes: number, form: TimeForm): string {
  if (minutes === noTime) return '';
  if (form === 'date') return dayTextAt(minutes);
  const minute = minutes % minutesADay;
  minuteTexts[minute] ??= ` ${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
  return dayTextAt(minutes) + minuteTexts[minute];
}

export const dayOf = (minutes: number): number => Math.floor(minutes / minutesADay);
