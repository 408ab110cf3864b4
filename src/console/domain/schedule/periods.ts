import type { Days } from '#kit/dates/ranges.ts';
import { addDays, addMonths, fromDayNumber, toDayNumber, weekdayOfDay, type DateText } from '#rules/calendar.ts';
import { monthIndexOf, type RecurrencePeriod } from '#rules/recurrence.ts';

export const ascending = (list: Iterable<number>): number[] => [...list].toSorted((one, other) => one - other);

/** In days, comparable across weeks and months. */
export const lengthOf = (period: RecurrencePeriod): number =>
  'weeks' in period ? period.weeks * 7 : period.months * 30;

/** The usual distance of days, ascending; a month where there are too few to tell. */
export function usualPeriod(days: readonly number[]): RecurrencePeriod {
  const gaps = ascending(days.slice(1).map((day, at) => day - (days[at] ?? day)));
  const gap = gaps.length < 2 ? 30 : (gaps[gaps.length >> 1] ?? 30);
  if (gap < 22) return { weeks: gap < 11 ? 1 : 2 };
  return { months: [1, 3, 6].find((months) => gap < months * 46) ?? 12 };
}

/**
 * Numbers the periods. A month and a week are those of the calendar. Longer ones have the first debit in their middle,
 * so that a debit that moves by a few days stays in its own.
 */
export function periodsFrom(
  first: DateText,
  period: RecurrencePeriod,
): { indexOf(date: DateText): number; daysOf(at: number): Days } {
  if ('weeks' in period) {
    const length = period.weeks * 7;
    const day = toDayNumber(first);
    const start = period.weeks === 1 ? day - weekdayOfDay(day) + 1 : day - Math.floor(length / 2);
    return {
      indexOf: (date) => Math.floor((toDayNumber(date) - start) / length),
      daysOf: (at) => ({ from: fromDayNumber(start + at * length), to: fromDayNumber(start + (at + 1) * length - 1) }),
    };
  }
  const start = addMonths(`${first.slice(0, 7)}-01`, -Math.floor(period.months / 2));
  return {
    indexOf: (date) => Math.floor((monthIndexOf(date) - monthIndexOf(start)) / period.months),
    daysOf: (at) => ({
      from: addMonths(start, at * period.months),
      to: addDays(addMonths(start, (at + 1) * period.months), -1),
    }),
  };
}

/** How many dates each period has. */
export function periodCounts(list: readonly DateText[], indexOf: (date: DateText) => number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const date of list) counts.set(indexOf(date), (counts.get(indexOf(date)) ?? 0) + 1);
  return counts;
}
