import { isCollection } from '#answers/transaction-kind.ts';
import { bySum, sumOf } from '#kit/ui/sums.ts';

/** How many and, in whole cents, how much of one status; null where an amount is none. */
interface Total {
  status: string;
  count: number;
  cents: number | null;
}

interface Summed {
  Status?: string | null;
  Amount?: number | null;
  TransactionType?: string | null;
}

/** Counts and sums collections by status, the largest sum first, before it those without one. */
export function totalsByStatus(all: readonly Summed[]): Total[] {
  const records = all.filter(isCollection);
  const amounts = new Map<string, unknown[]>();
  for (const { Status, Amount } of records) {
    const of = amounts.get(Status ?? '');
    if (of) of.push(Amount);
    else amounts.set(Status ?? '', [Amount]);
  }
  return [...amounts].map(([status, of]): Total => ({ status, count: of.length, cents: sumOf(of) })).toSorted(bySum);
}
