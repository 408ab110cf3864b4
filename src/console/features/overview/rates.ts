import { addMonths, civilOf, type DateText } from '../../../rules/calendar.ts';
import { byStatus, type DayGroup, type Sum } from '../../domain/collections/day-groups.ts';
import type { Days } from '../../kit/dates/ranges.ts';
import { stageOf, unknownAmong } from '../../domain/statuses.ts';

/** How the collections of some days went. */
interface Went {
  /** By status, whole cents. */
  statuses: Map<string, Sum>;
  /** How many were paid or unpaid. */
  outcomes: number;
  /** Per cent of those that were paid, by count; absent while there are none, and where a status does not say. */
  rate?: number;
  /** The statuses that say nothing here. */
  unknown: string[];
}

export function wentOf(groups: readonly DayGroup[]): Went {
  const all = byStatus(groups);
  const countOf = (stage: 'paid' | 'unpaid') =>
    all.reduce((sum, it) => sum + (stageOf(it.status) === stage ? it.count : 0), 0);
  const [paid, unpaid] = [countOf('paid'), countOf('unpaid')];
  const unknown = unknownAmong(all.map((it) => it.status));
  const outcomes = paid + unpaid;
  return {
    statuses: new Map(all.map(({ status, ...sum }) => [status, sum])),
    outcomes,
    rate: outcomes > 0 && unknown.length === 0 ? (100 * paid) / outcomes : undefined,
    unknown,
  };
}

/** A rate as people say it: `91 %`, and never 100 % while one is unpaid. */
export const percent = (rate: number): string => `${rate < 100 ? Math.min(99, Math.round(rate)) : 100}\u00a0%`;

/** Fewer days or outcomes of a month are no measure of it: the first debits of a month are not like the others. */
const leastDays = 7;
const leastOutcomes = 20;

/** How a month so far stands to the same days of the month before, in whole points; undefined while that says nothing. */
export function comparedTo(groups: readonly DayGroup[], last: Days, today: DateText): string | undefined {
  const { day } = civilOf(today);
  const until = addMonths(today, -1);
  const now = wentOf(groups.filter((it) => it.date > last.to && it.date <= today));
  const before = wentOf(groups.filter((it) => it.date >= last.from && it.date <= until));
  const isEnough = day >= leastDays && Math.min(now.outcomes, before.outcomes) >= leastOutcomes;
  if (now.rate === undefined || before.rate === undefined || !isEnough) return undefined;
  const points = Math.round(now.rate) - Math.round(before.rate);
  const then = `the same days of last month (${percent(before.rate)})`;
  if (points === 0) return `as in ${then}`;
  const much = `${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`;
  return `${much} ${points > 0 ? 'better' : 'worse'} than in ${then}`;
}
