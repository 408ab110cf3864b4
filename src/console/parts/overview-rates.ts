import { byStatus, type DayGroup, type Sum } from './day-groups.ts';

/** How a month's collections went. */
interface Went {
  /** By status, whole cents. */
  statuses: Map<string, Sum>;
  /** Per cent of those paid or unpaid that were paid, by count; nothing while none is either. */
  rate?: number;
}

export function wentOf(groups: readonly DayGroup[]): Went {
  const statuses = new Map(byStatus(groups).map(({ status, ...sum }) => [status, sum]));
  const [paid, unpaid] = [statuses.get('PAID')?.count ?? 0, statuses.get('UNPAID')?.count ?? 0];
  return { statuses, rate: paid + unpaid > 0 ? (100 * paid) / (paid + unpaid) : undefined };
}

/** A rate as people say it: `91 %`, and never 100 % while one is unpaid. */
export const percent = (rate: number): string => `${rate < 100 ? Math.min(99, Math.round(rate)) : 100}\u00a0%`;

/** How a rate stands to the one before, in whole points. */
export function comparedTo(now: number, before: number): string {
  const points = Math.round(now) - Math.round(before);
  if (points === 0) return `as last month (${percent(before)})`;
  const much = `${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`;
  return `${much} ${points > 0 ? 'better' : 'worse'} than last month (${percent(before)})`;
}
