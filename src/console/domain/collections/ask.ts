import { isPayout } from '#console/model/payout.ts';
import type { Filter, LeftOut, ReportSource } from '#console/report-engine/protocol.ts';
import { isDate, type DateText } from '#rules/calendar.ts';
import { addUp, grouped, type DayGroup, type Sum } from './day-groups.ts';
import { collectionsOnly } from './report-list.ts';

const days = { transactions: 'TransactionDate', 'future-transactions': 'InstalmentActionDate' } as const;

export type CollectionReport = keyof typeof days;

/** The collections of some days. */
export interface DayGroups {
  groups: DayGroup[];
  /** On which days how many contracts are debited more than once. */
  twice: { date: DateText; contracts: number }[];
  leftOut: LeftOut & { undated: number };
}

/** Days on which one contract is debited more than once. A contract without its sequence is not told from another's. */
async function askTwice(source: ReportSource, day: string, filters: readonly Filter[]): Promise<DayGroups['twice']> {
  const by = [{ fieldName: day, part: 'day' as const }, { fieldName: 'ContractSequence' }];
  const debited = (await source.groups(by, { filters, least: 2 })).filter(({ keys: [, sequence] }) => sequence);
  return [...grouped(debited, ({ keys: [date] }) => date ?? '')].map(([date, contracts]) => ({
    date,
    contracts: contracts.length,
  }));
}

/** Days, statuses and sums, whatever the number of records. */
async function askDays(source: ReportSource, day: string, filters: readonly Filter[]): Promise<DayGroup[]> {
  const found = await source.groups([{ fieldName: day, part: 'day' }], { hasSums: true, filters });
  return found.flatMap(({ keys: [date], sums }) =>
    sums.map(({ keys: [status], count, cents }) => ({ date: date ?? '', status: status ?? '', count, cents })),
  );
}

/** Days, statuses and sums without payouts. */
export async function askDayGroups(report: CollectionReport, source: ReportSource): Promise<DayGroups> {
  const day = days[report];
  const filters = report === 'transactions' ? [collectionsOnly] : [];
  const groups = await askDays(source, day, filters);
  // Of a record without a day nobody knows whether it is of these days.
  const [dated, undated] = [groups.filter((it) => isDate(it.date)), groups.filter((it) => !isDate(it.date))];
  return {
    groups: dated,
    twice: await askTwice(source, day, filters),
    leftOut: { ...source.getSnapshot().leftOut, undated: addUp(undated).count },
  };
}

/** What was paid out, by day and status, and what leaves it of the report. */
export async function askPayouts(source: ReportSource): Promise<{ groups: DayGroup[]; filters: Filter[] }> {
  const types = await source.groups([{ fieldName: 'TransactionType' }], { filters: [] });
  const values = types.flatMap(({ keys: [type = null] }) => (isPayout({ TransactionType: type }) ? [type] : []));
  const filters: Filter[] = [{ fieldName: 'TransactionType', kind: 'oneOf', values }];
  return { groups: await askDays(source, days.transactions, filters), filters };
}

/** Unpaid collections of which the contract has paid none since: nobody has got this money yet. */
export function askStillUnpaid(source: ReportSource): Promise<Sum> {
  const having = (value: string): Filter[] => [
    collectionsOnly,
    { fieldName: 'Status', kind: 'oneOf', values: [value] },
  ];
  return source.unsettled({
    by: ['ContractSequence', 'ContractNumber'],
    day: days.transactions,
    sum: 'Amount',
    filters: having('UNPAID'),
    settledBy: having('PAID'),
  });
}
