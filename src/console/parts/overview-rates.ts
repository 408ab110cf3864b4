import { grouped, sumOf, type Entry, type Sum } from './calendar-entries.ts';

/** How a month's collections went. */
export interface Went {
  /** By status, whole cents. */
  statuses: Map<string, Sum>;
  /** Per cent of those paid or unpaid that were paid, by count; nothing while none is either. */
  rate?: number;
}

export function wentOf(entries: readonly Entry[]): Went {
  const statuses = new Map(
    [...grouped(entries, (it) => it.InstalmentStatus)].map(([key, group]) => [key, sumOf(group)]),
  );
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

/** Unpaid collections of which the contract has paid none since: nobody has got this money yet. */
export function stillUnpaid(entries: readonly Entry[]): Entry[] {
  const lastPaid = new Map<unknown, string>();
  const contractOf = (it: Entry) => it.ContractSequence ?? it.ContractNumber;
  for (const it of entries) {
    const contract = contractOf(it);
    if (it.InstalmentStatus === 'PAID' && it.date > (lastPaid.get(contract) ?? '')) lastPaid.set(contract, it.date);
  }
  return entries.filter((it) => it.InstalmentStatus === 'UNPAID' && (lastPaid.get(contractOf(it)) ?? '') < it.date);
}
