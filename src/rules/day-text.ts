import { dateOf, isDate, weekday } from './calendar.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/**
 * The day of a date or date-time as people read it: `25 Nov 2026`. Text that begins with no date comes back as it is: another
 * service may return anything.
 */
export function dayText(at: string): string {
  const date = dateOf(at);
  if (!isDate(date)) return at;
  return `${Number(date.slice(8))} ${months[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
}

/** `Nov 2026` of `2026-11`, or of a day of it. */
export const monthText = (month: string): string => dayText(`${month.slice(0, 7)}-01`).replace(/^1 /, '');

/** `Wed` of a date or date-time; nothing for text that begins with no date. */
export const weekdayName = (at: string): string => (isDate(dateOf(at)) ? (days[weekday(dateOf(at)) - 1] ?? '') : '');

/** The day with its day of the week, where a debit depends on it: `Wed 25 Nov 2026`. */
export const weekdayText = (at: string): string => [weekdayName(at), dayText(at)].filter(Boolean).join(' ');

/** A date or date-time in full: `25 Nov 2026, 08:00`. Midnight stands for no time at all, and is left out. */
export function minuteText(at: string): string {
  const [, time, rest] = /^.{10}[ T](\d\d:\d\d)(.*)$/.exec(at) ?? [];
  // What else stands there, such as a zone, is not for this to interpret.
  if (!isDate(dateOf(at)) || (rest && !/^:\d\d(?:\.\d+)?$/.test(rest)) || (!time && at.length > 10)) return at;
  return time && !(time === '00:00' && !rest?.match(/[1-9]/)) ? `${dayText(at)}, ${time}` : dayText(at);
}
