import type { MonthDifference, MonthRow } from '#contract/month-end.ts';
import { stageOf } from '../statuses.ts';
import { isDebit, isLateReturn } from '../transaction-kind.ts';
import { returnedDebits, type ReturnTerms } from './returned-debits.ts';

const termsOf = ({ ContractSequence, Cents, TransactionDate }: MonthRow): ReturnTerms => ({
  contract: ContractSequence,
  cents: Cents,
  at: TransactionDate ?? '',
});

const isPaidDebit = (row: MonthRow): boolean => stageOf(row.Status) === 'paid' && isDebit(row);

/**
 * Debits of the month that were returned after it, in the order of their returns.
 * @param month with its own returns, whose debits no later one can take back
 */
export function returnedSince(month: readonly MonthRow[], later: readonly MonthRow[]): MonthDifference[] {
  const ofMonth = new Set(month.filter(isPaidDebit));
  const laterReturns = new Set(later.filter(isLateReturn));
  const debits = returnedDebits(
    [...ofMonth, ...later.filter(isPaidDebit)],
    [...month.filter(isLateReturn), ...laterReturns],
    termsOf,
  );
  return [...debits].flatMap(([late, Row]): MonthDifference[] =>
    laterReturns.has(late) && ofMonth.has(Row) ? [{ Kind: 'returned', Row, At: late.TransactionDate ?? '' }] : [],
  );
}
