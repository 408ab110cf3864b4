import { stageOf } from '#answers/statuses.ts';
import type { DayGroup } from '#console/domain/collections/day-groups.ts';
import type { Days } from '#kit/dates/ranges.ts';
import { centsText } from '#kit/ui/sums.ts';
import { addMonths, civilOf, type DateText } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';
import type { Sum } from '#rules/sums.ts';

/** False for unknown statuses. */
export const isUnpaid = (status: string): boolean => stageOf(status) === 'unpaid';

/** This month up to today, and the same days of last month. */
export function sameDays(today: DateText): { soFar: Days; same: Days } {
  const from = `${today.slice(0, 8)}01`;
  return { soFar: { from, to: today }, same: { from: addMonths(from, -1), to: addMonths(today, -1) } };
}

export const inRange = (groups: readonly DayGroup[], { from, to }: Days): DayGroup[] =>
  groups.filter((it) => it.date >= from && it.date <= to);

const shortDay = (date: DateText): string => dayText(date).replace(/ \d{4}$/, '');

/** `1–23 Nov`, `23 Oct–6 Nov`. */
export function shortDaysText({ from, to }: Days): string {
  if (from === to) return shortDay(to);
  return `${from.slice(0, 7) === to.slice(0, 7) ? civilOf(from).day : shortDay(from)}–${shortDay(to)}`;
}

/** Fewer days or records are no measure: the first debits of a month are not typical. */
const leastDays = 7;
const leastRecords = 20;

/** Whole per cent; undefined if there is too little to compare. */
function changeOf(now: Sum, before: Sum, day: DateText): number | undefined {
  const isEnough = civilOf(day).day >= leastDays && Math.min(now.count, before.count) >= leastRecords;
  if (!isEnough || now.cents === null || !before.cents) return undefined;
  return Math.round((100 * (now.cents - before.cents)) / before.cents);
}

/** The change against earlier days: `Up 4 % from 1–23 Oct`, or their sum if a percentage would mislead. */
export function trendText(now: Sum, before: Sum, days: Days, today: DateText): string {
  const then = shortDaysText(days);
  const change = changeOf(now, before, today);
  if (change === 0) return `Same as ${then}`;
  if (change !== undefined) return `${change > 0 ? 'Up' : 'Down'} ${Math.abs(change)}\u00a0% from ${then}`;
  return before.count === 0 ? `None on ${then}` : `${centsText(before.cents)} on ${then}`;
}

/** `up 4 % in a month`: the sums are of different kinds of money, so counts are compared. */
export function countChangeText(now: number, before: number): string {
  if (Math.min(now, before) < leastRecords) return '';
  const change = Math.round((100 * (now - before)) / before);
  return change === 0 ? 'as a month ago' : `${change > 0 ? 'up' : 'down'} ${Math.abs(change)}\u00a0% in a month`;
}
