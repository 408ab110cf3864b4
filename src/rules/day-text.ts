import { dateOf, isDate, weekday } from './calendar.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

let omittedYear = '';

/** Days of the business clock's year are shown without it. Not called in workers: their files keep every year. */
export const omitYear = (year: string): void => void (omittedYear = year);

/** `25 Nov 2026`, for what outlives the year: files, letters, statements, and what is typed. */
export function fullDayText(at: string): string {
  const date = dateOf(at);
  if (!isDate(date)) return at;
  return `${Number(date.slice(8))} ${months[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
}

/**
 * The day of a date or date-time for people: `25 Nov 2026`, in the current year `25 Nov`. Text that does not begin with a
 * date is returned unchanged: another service may send anything.
 */
export const dayText = (at: string): string => {
  const text = fullDayText(at);
  return text !== at && omittedYear !== '' && at.startsWith(omittedYear) ? text.slice(0, -5) : text;
};

/** `Nov 2026` for `2026-11`, or for a day of it. */
export const monthText = (month: string): string => fullDayText(`${month.slice(0, 7)}-01`).replace(/^1 /, '');

/** `Wed` of a date or date-time; empty for other text. */
export const weekdayName = (at: string): string => (isDate(dateOf(at)) ? (days[weekday(dateOf(at)) - 1] ?? '') : '');

/** The day with its weekday, where a debit depends on it: `Wed 25 Nov`. */
export const weekdayText = (at: string): string => [weekdayName(at), dayText(at)].filter(Boolean).join(' ');

function timed(at: string, dayOf: (at: string) => string): string {
  const [, time, rest] = /^.{10}[ T](\d\d:\d\d)(.*)$/.exec(at) ?? [];
  // Any other suffix, such as a time zone, is not interpreted.
  if (!isDate(dateOf(at)) || (rest && !/^:\d\d(?:\.\d+)?$/.test(rest)) || (!time && at.length > 10)) return at;
  return time && !(time === '00:00' && !rest?.match(/[1-9]/)) ? `${dayOf(at)}, ${time}` : dayOf(at);
}

/** A date or date-time: `25 Nov, 08:00`. Midnight means no time and is omitted. */
export const minuteText = (at: string): string => timed(at, dayText);

/** As `minuteText`, always with the year. */
export const fullMinuteText = (at: string): string => timed(at, fullDayText);
