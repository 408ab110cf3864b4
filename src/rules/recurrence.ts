import { civilOf, dayNumber, daysInMonth, toDayNumber, weekdayOfDay, type DateText } from './calendar.ts';

/**
 * A frequency's interval: whole weeks, or whole months. With `byRule` the collection day is a rule, not a day of the
 * month.
 */
export type RecurrencePeriod = { weeks: number } | { months: number; byRule?: boolean };

/** Day number of the first (last) `weekday` of a month that runs from `first` to `last`. */
const firstOf = (first: number, weekday: number): number => first + ((weekday - weekdayOfDay(first) + 7) % 7);
const lastOf = (last: number, weekday: number): number => last - ((weekdayOfDay(last) - weekday + 7) % 7);

/** Months since January of the year 0. */
export function monthIndexOf(date: DateText): number {
  const { year, month } = civilOf(date);
  return year * 12 + month - 1;
}

/** Day number of the collection day in a month, which is counted from January of the year 0. */
function dayIn(monthIndex: number, collectionDay: number, byRule: boolean): number {
  const year = Math.floor(monthIndex / 12);
  const month = (monthIndex % 12) + 1;
  const length = daysInMonth(year, month);
  const first = dayNumber(year, month, 1);
  const last = first + length - 1;
  if (!byRule || collectionDay === 99) return first + Math.min(collectionDay, length) - 1;
  if (collectionDay === 14) return last - 1;
  return collectionDay <= 6 ? lastOf(last, collectionDay) : firstOf(first, collectionDay - 6);
}

/**
 * The collection dates of a series, as day numbers, without end. Date `n` (from 0) is computed from the start and never
 * from the previous date, so that a short month cannot shift the 31st.
 * @param start the first matching date on or after it sets the rhythm; a fortnight's first week is the week of the
 * start
 * @param after dates up to this one are dropped; the rhythm stays
 */
export function series(
  period: RecurrencePeriod,
  collectionDay: number,
  start: DateText,
  after: DateText | undefined,
): (n: number) => number {
  const startDay = toDayNumber(start);
  const afterDay = after === undefined ? startDay - 1 : toDayNumber(after);
  if ('weeks' in period) {
    const step = period.weeks * 7;
    const monday = startDay - weekdayOfDay(startDay) + 1;
    const origin = monday + collectionDay - 1;
    const earliest = Math.max(startDay, afterDay + 1);
    const skipped = Math.max(0, Math.ceil((earliest - origin) / step));
    return (n) => origin + (skipped + n) * step;
  }
  const at = (monthIndex: number): number => dayIn(monthIndex, collectionDay, period.byRule ?? false);
  let index = monthIndexOf(start);
  if (at(index) < startDay) index += 1;
  // By division, not step by step: a first collection may be millennia later.
  const between = monthIndexOf(after ?? start) - index;
  index += Math.max(0, Math.floor(between / period.months)) * period.months;
  if (at(index) <= afterDay) index += period.months;
  return (n) => at(index + n * period.months);
}
