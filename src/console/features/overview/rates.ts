import { byStatus, type DayGroup, type Sum } from '#console/domain/collections/day-groups.ts';
import type { Days } from '#console/kit/dates/ranges.ts';
import { stageOf, unknownAmong } from '#console/model/statuses.ts';
import { addMonths, civilOf, type DateText } from '#rules/calendar.ts';

/** The outcome of the collections of some days. */
export interface CollectionOutcome {
  /** By status, whole cents. */
  statuses: Map<string, Sum>;
  /** Number of paid or unpaid. */
  outcomes: number;
  /** Per cent paid, by count; undefined without outcomes or with unknown statuses. */
  rate?: number;
  /** Unknown statuses. */
  unknown: string[];
}

export function outcomeOf(groups: readonly DayGroup[]): CollectionOutcome {
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

/** `91 %`, and never 100 % while one is unpaid. */
export const percent = (rate: number): string => `${rate < 100 ? Math.min(99, Math.round(rate)) : 100}\u00a0%`;

/** Fewer days or outcomes are no measure: the first debits of a month are not typical. */
const leastDays = 7;
const leastOutcomes = 20;

/** This month up to today, and the same number of days of last month. */
export function sameDays(today: DateText): { soFar: Days; same: Days } {
  const from = `${today.slice(0, 8)}01`;
  return { soFar: { from, to: today }, same: { from: addMonths(from, -1), to: addMonths(today, -1) } };
}

export const inRange = (groups: readonly DayGroup[], { from, to }: Days): DayGroup[] =>
  groups.filter((it) => it.date >= from && it.date <= to);

/** The difference to the same days of last month in whole points; undefined if not meaningful. */
export function comparedTo(groups: readonly DayGroup[], today: DateText): string | undefined {
  const { soFar, same } = sameDays(today);
  const [now, before] = [outcomeOf(inRange(groups, soFar)), outcomeOf(inRange(groups, same))];
  const isEnough = civilOf(soFar.to).day >= leastDays && Math.min(now.outcomes, before.outcomes) >= leastOutcomes;
  if (now.rate === undefined || before.rate === undefined || !isEnough) return undefined;
  const points = Math.round(now.rate) - Math.round(before.rate);
  const then = `the same days of last month (${percent(before.rate)})`;
  if (points === 0) return `as in ${then}`;
  const much = `${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`;
  return `${much} ${points > 0 ? 'better' : 'worse'} than in ${then}`;
}

/** False for unknown statuses. */
export const isUnpaid = (status: string): boolean => stageOf(status) === 'unpaid';
