import { addDays, addMonths, civilOf, isDate, weekday, type DateText } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';
import { monthEnd } from './ranges.ts';

const months = 'January February March April May June July August September October November December'.split(' ');

/** Monday first, as collection days count. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** `2026-12` becomes `December 2026`. */
export const monthName = (month: string): string =>
  `${months[Number(month.slice(5, 7)) - 1] ?? month} ${month.slice(0, 4)}`;

/** `Friday 25 December 2026`; what is no date is returned unchanged. */
export const dayInFull = (date: DateText): string =>
  !isDate(date) ? date : `${weekdays[weekday(date) - 1]} ${civilOf(date).day} ${monthName(date)}`;

/** `Fri 25 Dec`; what is no date is returned unchanged. */
export const dayInShort = (date: DateText): string =>
  !isDate(date)
    ? date
    : `${weekdays[weekday(date) - 1]?.slice(0, 3)} ${civilOf(date).day} ${monthName(date).slice(0, 3)}`;

/** `14 to 20 Dec 2026`, `30 Nov to 6 Dec 2026`, `28 Dec 2026 to 3 Jan 2027`. */
export function weekName(monday: DateText): string {
  const sunday = addDays(monday, 6);
  const isWithin = (length: number) => monday.slice(0, length) === sunday.slice(0, length);
  // Without the month and year that it shares with the last day.
  const from = dayText(monday)
    .split(' ')
    .slice(0, isWithin(7) ? 1 : isWithin(4) ? 2 : 3);
  return `${from.join(' ')} to ${dayText(sunday)}`;
}

export const mondayOf = (date: DateText): DateText => addDays(date, 1 - weekday(date));

export const daysFrom = (first: DateText, last: DateText): DateText[] => {
  const days: DateText[] = [];
  for (let at = first; at <= last; at = addDays(at, 1)) days.push(at);
  return days;
};

/** `YYYY-MM`. */
export const monthPlus = (month: string, by: number): string => addMonths(`${month}-01`, by).slice(0, 7);

export const isMonth = (text: string): boolean => /^(?:19|[2-9]\d)\d\d-(?:0[1-9]|1[0-2])$/.test(text);

/** Monday to Sunday; undefined for days of other months. */
export function weeksOf(month: string): (DateText | undefined)[][] {
  const first = `${month}-01`;
  const days: (DateText | undefined)[] = [
    ...Array.from({ length: weekday(first) - 1 }, () => undefined),
    ...daysFrom(first, monthEnd(month)),
  ];
  return Array.from({ length: Math.ceil(days.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_day, at) => days[week * 7 + at]),
  );
}
