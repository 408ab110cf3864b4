import { transactionTypes } from '#answers/transaction-kind.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import type { LeftOutRows, ReportSource } from '#report-engine/protocol.ts';
import { isDate, type DateText } from '#rules/calendar.ts';
import { addUp, grouped } from '#rules/sums.ts';
import { type DayGroup } from './day-groups.ts';
import { collectionsOnly, payoutsOnly } from './report-list.ts';

const days = { transactions: 'TransactionDate', 'future-transactions': 'InstalmentActionDate' } as const;

export type CollectionReport = keyof typeof days;

export interface DayGroups {
  groups: DayGroup[];
  /** By day, the contracts with more than one debit. */
  twice: { date: DateText; contracts: string[] }[];
  leftOut: LeftOutRows & { undated: number };
}

/** Contracts with several debits on a day. Without a sequence contracts can't be told apart. */
async function askTwice(source: ReportSource, day: string, filters: readonly Filter[]): Promise<DayGroups['twice']> {
  const by = [{ fieldName: day, part: 'day' as const }, { fieldName: 'ContractSequence' }];
  const debited = (await source.groups(by, { filters, least: 2 })).filter(({ keys: [, sequence] }) => sequence);
  return [...grouped(debited, ({ keys: [date] }) => date ?? '')].map(([date, contracts]) => ({
    date,
    contracts: contracts.flatMap(({ keys: [, sequence] }) => sequence ?? []),
  }));
}

async function askDays(source: ReportSource, day: string, filters: readonly Filter[]): Promise<DayGroup[]> {
  const found = await source.groups([{ fieldName: day, part: 'day' }], { hasSums: true, filters });
  return found.flatMap(({ keys: [date], sums }) =>
    sums.map(({ keys: [status], ...sum }) => ({ ...sum, date: date ?? '', status: status ?? '' })),
  );
}

export async function askDayGroups(report: CollectionReport, source: ReportSource): Promise<DayGroups> {
  const day = days[report];
  const filters = report === 'transactions' ? [collectionsOnly] : [];
  const groups = await askDays(source, day, filters);
  // A record without a day may be outside the range.
  const [dated, undated] = [groups.filter((it) => isDate(it.date)), groups.filter((it) => !isDate(it.date))];
  return {
    groups: dated,
    twice: await askTwice(source, day, filters),
    leftOut: { ...source.getSnapshot().leftOut, undated: addUp(undated).count },
  };
}

/**
 * Payouts by day and status, and the report filters that show only them. Without any, a service may report them elsewhere:
 * only one that is certain of its types has none.
 */
export async function askPayouts(
  source: ReportSource,
): Promise<{ groups: DayGroup[]; filters: Filter[]; isTold: boolean }> {
  const filters: Filter[] = [payoutsOnly];
  const groups = await askDays(source, days.transactions, filters);
  return { groups, filters, isTold: transactionTypes().areCertain || groups.length > 0 };
}
