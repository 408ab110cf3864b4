import type { MonthDifference, MonthRow } from '#contract/month-end.ts';
import { stageOf } from '../statuses.ts';
import { isCollection, isLateReturn } from '../transaction-kind.ts';

/** Debits of the month among the returns that came after it: each belongs to the last paid debit of its contract and amount. */
export function returnedSince(month: readonly MonthRow[], later: readonly MonthRow[]): MonthDifference[] {
  const isPaid = (row: MonthRow) =>
    stageOf(row.Status) === 'paid' && isCollection({ TransactionType: row.TransactionType });
  const same = ({ ContractSequence, Cents }: MonthRow) => `${String(ContractSequence)}/${Cents}`;
  const last = new Map<string, { row: MonthRow; isOfMonth: boolean }>();
  for (const row of month) if (isPaid(row)) last.set(same(row), { row, isOfMonth: true });
  const found: MonthDifference[] = [];
  for (const row of later.toSorted((one, other) =>
    (one.TransactionDate ?? '') < (other.TransactionDate ?? '') ? -1 : 1,
  )) {
    if (isPaid(row)) last.set(same(row), { row, isOfMonth: false });
    if (!isLateReturn({ TransactionType: row.TransactionType })) continue;
    const paid = last.get(same(row));
    last.delete(same(row));
    if (paid?.isOfMonth) found.push({ Kind: 'returned', Row: paid.row, At: row.TransactionDate ?? '' });
  }
  return found;
}
