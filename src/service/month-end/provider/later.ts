import { stageOf } from '#answers/statuses.ts';
import { isDebit, isLateReturn } from '#answers/transaction-kind.ts';
import type { MonthRow } from '#contract/month-end.ts';
import { addMonths, type DateText } from '#rules/calendar.ts';
import { dayAfter, lastDayOf, type Book } from '../figures.ts';
import { transactionsOf, unclearMonth, type Asking } from './transactions.ts';

/** Later months in which a debit's return is looked for. */
const monthsLater = 12;

/** Returns that one look compares. */
const mostReturns = 50_000;

const contractOf = ({ ContractSequence }: MonthRow): string => String(ContractSequence);

export const contractsOf = (rows: readonly MonthRow[]): Set<string> => new Set(rows.map(contractOf));

/** Those of these contracts. */
export const rowsOfContracts = (rows: readonly MonthRow[], contracts: ReadonlySet<string>): MonthRow[] =>
  contracts.size === 0 ? [] : rows.filter((it) => contracts.has(contractOf(it)));

export const isPaid = ({ Status }: MonthRow): boolean => stageOf(Status) === 'paid';

async function* laterTransactions(asking: Asking, { month }: Book, today: DateText): AsyncGenerator<MonthRow[]> {
  for (let ahead = 1; ahead <= monthsLater; ahead += 1) {
    const from = addMonths(`${month}-01`, ahead);
    if (from > today) return;
    const last = lastDayOf(from.slice(0, 7));
    yield* transactionsOf(asking, from, last < today ? last : today);
  }
}

/**
 * The returns after the month, and what was paid after it by their contracts. A report has no promised order, so payments are
 * read once the contracts are known: twice where there are returns.
 */
export async function laterRowsOf(asking: Asking, book: Book, today: DateText): Promise<MonthRow[]> {
  if (dayAfter(book.month) > today) return [];
  const returns: MonthRow[] = [];
  for await (const rows of laterTransactions(asking, book, today)) {
    returns.push(...rows.filter(isLateReturn));
    if (returns.length > mostReturns)
      throw unclearMonth(`More than ${mostReturns} debits were returned since the month.`);
  }
  if (returns.length === 0) return [];
  const contracts = contractsOf(returns);
  const paid: MonthRow[] = [];
  for await (const rows of laterTransactions(asking, book, today))
    paid.push(...rowsOfContracts(rows, contracts).filter((it) => isPaid(it) && isDebit(it)));
  return [...returns, ...paid];
}
