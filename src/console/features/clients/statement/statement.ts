import { kindOf } from '#console/domain/bank/items.ts';
import { agedSums } from '#console/domain/collections/ageing.ts';
import { addUp, grouped, type Sum } from '#console/domain/collections/day-groups.ts';
import { transactionKeys } from '#console/domain/collections/transaction-key.ts';
import { isPayout } from '#console/model/payout.ts';
import { stageOf } from '#console/model/statuses.ts';
import type { Row } from '#console/report-engine/protocol.ts';
import { addMonths, dateOf, daysBetween, isDate, type DateText } from '#rules/calendar.ts';
import { centsOf } from '#rules/money.ts';

/** Months before `asAt` whose unpaid debits have an age. */
export const agedMonths = 12;

export interface Period {
  from: DateText;
  to: DateText;
  /** Later transactions and bank lines are left out. */
  asAt: DateText;
}

export interface StatedClient {
  number: string;
  name: string;
}

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

export interface Statement extends StatedClient, Period {
  /** Of the period. */
  debits: Debit[];
  paid: Sum;
  returned: Sum;
  /** Unpaid as at the day, also those before the period. */
  unpaid: Debit[];
  aged: (Sum & { label: string })[];
  settled: Debit[];
}

/** What must be read for it. */
export const readRange = ({ from, asAt }: Period): { from: DateText; to: DateText } => {
  const aged = addMonths(asAt, -agedMonths);
  return { from: from < aged ? from : aged, to: asAt };
};

const sumOf = (list: readonly Debit[]): Sum => addUp(list.map(({ cents }) => ({ count: 1, cents })));

const contractKey = (row: Row) => `${String(row.ContractSequence ?? '')}\n${String(row.ContractNumber ?? '')}`;

/**
 * A client's debits of the period, and those unpaid as at a day: returned and not settled by a bank line, as on the client's
 * page.
 * @param settledOn by `transactionKeys`
 * @throws RangeError if an amount or a day is missing, because a sum without it would be wrong unnoticed
 */
export function statementOf(
  client: StatedClient,
  { from, to, asAt }: Period,
  rows: readonly Row[],
  settledOn: (key: string) => DateText | undefined,
): Statement {
  const collections = rows.filter((row) => !isPayout(row) && dateOf(String(row.TransactionDate ?? '')) <= asAt);
  const lastPaid = new Map<string, DateText>();
  for (const row of collections) {
    const [key, date] = [contractKey(row), dateOf(String(row.TransactionDate ?? ''))];
    if (stageOf(row.Status as string | null) === 'paid' && date > (lastPaid.get(key) ?? '')) lastPaid.set(key, date);
  }
  const keys = { failed: transactionKeys(), returned: transactionKeys() };
  const debits = collections.map((row): Debit => {
    const date = dateOf(String(row.TransactionDate ?? ''));
    const cents = centsOf(row.Amount);
    if (!isDate(date) || cents === undefined)
      throw new RangeError(`A transaction of client ${client.number} has no day or no amount in whole cents.`);
    const status = String(row.Status ?? '');
    const [stage, kind] = [stageOf(status), kindOf(row)];
    const bankDay = kind === 'failed' || kind === 'returned' ? settledOn(keys[kind](row)) : undefined;
    const isSettled = bankDay !== undefined && bankDay <= asAt;
    return {
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
  });
  debits.sort((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
  const inPeriod = debits.filter(({ date }) => date >= from && date <= to);
  const unpaid = debits.filter(({ days }) => days !== undefined);
  return {
    ...client,
    from,
    to,
    asAt,
    debits: inPeriod,
    paid: sumOf(inPeriod.filter(({ stage }) => stage === 'paid')),
    returned: sumOf(inPeriod.filter(({ stage }) => stage === 'unpaid')),
    unpaid,
    aged: agedSums(unpaid.map(({ days = 0, cents }) => ({ days, cents }))),
    settled: debits.filter((it) => it.settledOn !== undefined),
  };
}

/** One for each client, in their order. */
export function statementsOf(
  clients: readonly StatedClient[],
  period: Period,
  rows: readonly Row[],
  settledOn: (key: string) => DateText | undefined,
): Statement[] {
  const byClient = grouped(rows, (row) => String(row.ClientNumber ?? ''));
  return clients.map((client) => statementOf(client, period, byClient.get(client.number) ?? [], settledOn));
}

export const isEmpty = ({ debits, unpaid, settled }: Statement): boolean =>
  debits.length + unpaid.length + settled.length === 0;

/** Why there can be no statement; '' if there can. */
export function problemOf({ from, to, asAt }: Period, today: DateText): string {
  if (![from, to, asAt].every(isDate)) return 'Enter three dates.';
  if (from > to) return 'The period ends before it begins.';
  if (to > asAt) return '“As at” is before the end of the period.';
  if (asAt > today) return '“As at” is in the future.';
  if (from < addMonths(asAt, -60)) return 'A statement covers at most five years.';
  return '';
}
