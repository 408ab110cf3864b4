import { toCents } from '../../rules/money.ts';

/** How many and, in whole cents, how much of one status. */
interface Total {
  status: string;
  count: number;
  cents: number;
}

/** Counts and sums transactions by status, the largest sum first; summed as whole cents, since floats drift. */
export function totalsByStatus(records: readonly { Status?: string | null; Amount?: number | null }[]): Total[] {
  const totals = new Map<string, Total>();
  for (const { Status, Amount } of records) {
    const status = Status ?? '';
    const total = totals.get(status) ?? { status, count: 0, cents: 0 };
    total.count += 1;
    total.cents += toCents(Amount ?? 0) ?? 0;
    totals.set(status, total);
  }
  return [...totals.values()].toSorted((a, b) => b.cents - a.cents);
}
