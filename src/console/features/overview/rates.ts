import { byStatus, type DayGroup, type Sum } from '#console/domain/collections/day-groups.ts';
import type { Days } from '#console/kit/dates/ranges.ts';
import { stageOf, unknownAmong } from '#console/model/statuses.ts';
import { addMonths, civilOf, type DateText } from '#rules/calendar.ts';

/** How the collections of some days went. */
export interface Went {
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

/** This month up to today, and as many days of last month: a part of a month compares with the same part of another. */
export function sameDays(today: DateText): { soFar: Days; same: Days } {
  const from = `${today.slice(0, 8)}01`;
  return { soFar: { from, to: today }, same: { from: addMonths(from, -1), to: addMonths(today, -1) } };
}

export const within = (groups: readonly DayGroup[], { from, to }: Days): DayGroup[] =>
  groups.filter((it) => it.date >= from && it.date <= to);

/** How a month so far stands to the same days of the month before, in whole points; undefined while that says nothing. */
export function comparedTo(groups: readonly DayGroup[], today: DateText): string | undefined {
  const { soFar, same } = sameDays(today);
  const [now, before] = [wentOf(within(groups, soFar)), wentOf(within(groups, same))];
  const isEnough = civilOf(soFar.to).day >= leastDays && Math.min(now.outcomes, before.outcomes) >= leastOutcomes;
  if (now.rate === undefined || before.rate === undefined || !isEnough) return undefined;
  const points = Math.round(now.rate) - Math.round(before.rate);
  const then = `the same days of last month (${percent(before.rate)})`;
  if (points === 0) return `as in ${then}`;
  const much = `${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`;
  return `${much} ${points > 0 ? 'better' : 'worse'} than in ${then}`;
}

/** Known to be unpaid; of a word of the provider's own nobody can say it. */
export const isUnpaid = (status: string): boolean => stageOf(status) === 'unpaid';
