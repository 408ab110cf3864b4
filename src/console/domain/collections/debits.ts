import { stageOf } from '#answers/statuses.ts';
import { isCollection } from '#answers/transaction-kind.ts';
import { bankItemKind } from '#console/domain/bank/items.ts';
import { addMonths, dateOf, daysBetween, isDate, type DateText } from '#rules/calendar.ts';
import type { Row } from '#rules/column.ts';
import { centsOf } from '#rules/money.ts';
import { transactionKeys } from './transaction-key.ts';

/** Months before a day whose unpaid debits have an age. */
export const agedMonths = 12;

export const agedFrom = (asAt: DateText): DateText => addMonths(asAt, -agedMonths);

export interface Debit {
  date: DateText;
  contract: string;
  cents: number;
  stage: ReturnType<typeof stageOf>;
  /** Of the service. */
  status: string;
  /** Returned after it was reported as paid. */
  isLate: boolean;
  /** Days since the return of a debit that is unpaid as at the day. */
  days?: number;
  /** The day of the bank line that was matched as the client's own payment. */
  settledOn?: DateText;
  /** Unpaid, with a debit of its contract paid on that day or later: perhaps another attempt at it, which no report says. */
  hasLaterPaid?: true;
}

const contractKey = (row: Row) => `${String(row.ContractSequence ?? '')}\n${String(row.ContractNumber ?? '')}`;

/**
 * Debits up to a day, in the order of the rows, which are read twice. Unpaid as at the day is what was returned and not settled by a bank line, as on
 * the client's page: an unpaid debit counts also if a later one of its contract was paid, and is marked (docs/decisions.md, 52).
 * @param rows with `itemFields`
 * @param settledOn by `transactionKeys`
 * @throws RangeError if an amount or a day is missing, because a sum without it would be wrong unnoticed
 */
export function* debitsOf(
  rows: Iterable<Row>,
  asAt: DateText,
  settledOn: (key: string) => DateText | undefined,
): Iterable<Debit> {
  const dayOf = (row: Row) => dateOf(String(row.TransactionDate ?? ''));
  const counts = (row: Row) => isCollection(row) && dayOf(row) <= asAt;
  const lastPaid = new Map<string, DateText>();
  for (const row of rows) {
    if (!counts(row)) continue;
    const [key, date] = [contractKey(row), dayOf(row)];
    if (stageOf(row.Status as string | null) === 'paid' && date > (lastPaid.get(key) ?? '')) lastPaid.set(key, date);
  }
  const keys = { failed: transactionKeys(), returned: transactionKeys() };
  for (const row of rows) {
    if (!counts(row)) continue;
    const date = dayOf(row);
    const cents = centsOf(row.Amount);
    if (!isDate(date) || cents === undefined)
      throw new RangeError(
        `A transaction of client ${String(row.ClientNumber ?? '')} has no day or no amount in whole cents.`,
      );
    const status = String(row.Status ?? '');
    const [stage, kind] = [stageOf(status), bankItemKind(row)];
    const bankDay = kind === 'failed' || kind === 'returned' ? settledOn(keys[kind](row)) : undefined;
    const isSettled = bankDay !== undefined && bankDay <= asAt;
    yield {
      date,
      contract: String(row.ContractNumber ?? row.ContractSequence ?? ''),
      cents,
      stage,
      status,
      isLate: kind === 'returned',
      ...(isSettled ? { settledOn: bankDay } : {}),
      ...(stage === 'unpaid' && !isSettled
        ? {
            days: daysBetween(date, asAt),
            ...((lastPaid.get(contractKey(row)) ?? '') >= date ? { hasLaterPaid: true } : {}),
          }
        : {}),
    };
  }
}
