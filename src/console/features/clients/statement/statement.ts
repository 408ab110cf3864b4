import { agedSums } from '#console/domain/collections/ageing.ts';
import { agedFrom, debitsOf, type Debit } from '#console/domain/collections/debits.ts';
import { addMonths, isDate, type DateText } from '#rules/calendar.ts';
import type { Row } from '#rules/column.ts';
import { addUp, grouped, type Sum } from '#rules/sums.ts';

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
  const aged = agedFrom(asAt);
  return { from: from < aged ? from : aged, to: asAt };
};

const sumOf = (list: readonly Debit[]): Sum => addUp(list.map(({ cents }) => ({ count: 1, cents })));

/**
 * A client's debits of the period, and those unpaid as at a day.
 * @param settledOn by `transactionKeys`
 * @throws RangeError as `debitsOf`
 */
export function statementOf(
  client: StatedClient,
  { from, to, asAt }: Period,
  rows: readonly Row[],
  settledOn: (key: string) => DateText | undefined,
): Statement {
  const debits = [...debitsOf(rows, asAt, settledOn)].toSorted((one, other) =>
    one.date < other.date ? -1 : one.date > other.date ? 1 : 0,
  );
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
