import { dateOf, isDate, weekday } from './calendar.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/**
 * The day of a date or date-time for people: `25 Nov 2026`. Text that does not begin with a date is returned unchanged:
 * another service may send anything.
 */
export function dayText(at: string): string {
  const date = dateOf(at);
  if (!isDate(date)) return at;
  return `${Number(date.slice(8))} ${months[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
}

/** `Nov 2026` for `2026-11`, or for a day of it. */
export const monthText = (month: string): string => dayText(`${month.slice(0, 7)}-01`).replace(/^1 /, '');

/** `Wed` of a date or date-time; empty for other text. */
export const weekdayName = (at: string): string => (isDate(dateOf(at)) ? (days[weekday(dateOf(at)) - 1] ?? '') : '');

/** The day with its weekday, where a debit depends on it: `Wed 25 Nov 2026`. */
export const weekdayText = (at: string): string => [weekdayName(at), dayText(at)].filter(Boolean).join(' ');

/** A date or date-time in full: `25 Nov 2026, 08:00`. Midnight means no time and is omitted. */
export function minuteText(at: string): string {
  const [, time, rest] = /^.{10}[ T](\d\d:\d\d)(.*)$/.exec(at) ?? [];
  // Any other suffix, such as a time zone, is not interpreted.
  if (!isDate(dateOf(at)) || (rest && !/^:\d\d(?:\.\d+)?$/.test(rest)) || (!time && at.length > 10)) return at;
  return time && !(time === '00:00' && !rest?.match(/[1-9]/)) ? `${dayText(at)}, ${time}` : dayText(at);
}
