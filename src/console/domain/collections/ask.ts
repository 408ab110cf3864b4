import type { DateText } from '../../../rules/calendar.ts';
import { isPayout } from '../../api/payout.ts';
import type { Filter, Group, ReportSource } from '../../report-engine/protocol.ts';
import { grouped, type DayGroup, type Sum } from './day-groups.ts';

/** What the reports of collections are asked, in the words of each. */
const fields = {
  transactions: {
    day: 'TransactionDate',
    status: 'Status',
    sum: 'Amount',
  },
  'future-transactions': {
    day: 'InstalmentActionDate',
    status: 'InstalmentStatus',
    sum: 'InstalmentAmount',
  },
} as const;

export type CollectionReport = keyof typeof fields;

/** The collections of some days. */
export interface DayGroups {
  groups: DayGroup[];
  /** On which days how many contracts are debited more than once. */
  twice: { date: DateText; contracts: number }[];
  /** What leaves payouts out of the report, where some came. */
  filters: Filter[];
}

const type = 'TransactionType';

const isCollection = (value: string | null | undefined) => !isPayout({ [type]: value });

/** A payout is a transaction, too, and no collection: what leaves it out, given how many records have which type. */
function collectionFilters(types: readonly (string | null)[]): Filter[] {
  const all = [...new Set(types)];
  const values = all.filter(isCollection);
  return values.length === all.length ? [] : [{ fieldName: type, kind: 'oneOf', values }];
}

/** Days on which one contract is debited more than once. A contract without its sequence is not told from another's. */
async function askTwice(source: ReportSource, day: string, filters: readonly Filter[]): Promise<DayGroups['twice']> {
  const by = [{ fieldName: day, part: 'day' as const }, { fieldName: 'ContractSequence' }];
  const debited = (await source.groups(by, undefined, filters, 2)).filter(({ keys: [, sequence] }) => sequence);
  const days = grouped(debited, ({ keys: [date] }) => date ?? '');
  return [...days].map(([date, contracts]) => ({ date, contracts: contracts.length }));
}

/** Days, statuses and sums without payouts, whatever the number of records. */
export async function askDayGroups(report: CollectionReport, source: ReportSource): Promise<DayGroups> {
  const { day, status, sum } = fields[report];
  const by = [{ fieldName: day, part: 'day' as const }, { fieldName: status }];
  const hasTypes = report === 'transactions';
  const found = await source.groups(hasTypes ? [...by, { fieldName: type }] : by, sum, []);
  const typeOf = ({ keys }: Group) => keys[by.length] ?? null;
  const filters = hasTypes ? collectionFilters(found.map(typeOf)) : [];
  return {
    groups: found
      .filter((it) => isCollection(typeOf(it)))
      .map(({ keys: [date, state], count, cents }) => ({ date: date ?? '', status: state ?? '', count, cents })),
    twice: await askTwice(source, day, filters),
    filters,
  };
}

/** What was paid out, by day and status, and what leaves it of the report. */
export async function askPayouts(source: ReportSource): Promise<Pick<DayGroups, 'groups' | 'filters'>> {
  const { day, status, sum } = fields.transactions;
  const by = [{ fieldName: day, part: 'day' as const }, { fieldName: status }, { fieldName: type }];
  const found = (await source.groups(by, sum, [])).filter(({ keys: [, , value] }) => !isCollection(value));
  return {
    groups: found.map(({ keys: [date, state], count, cents }) => ({
      date: date ?? '',
      status: state ?? '',
      count,
      cents,
    })),
    filters: [{ fieldName: type, kind: 'oneOf', values: [...new Set(found.map(({ keys: [, , it] }) => it ?? null))] }],
  };
}

/** Unpaid collections of which the contract has paid none since: nobody has got this money yet. */
export function askStillUnpaid(source: ReportSource, filters: readonly Filter[]): Promise<Sum> {
  const { day, status, sum } = fields.transactions;
  const having = (value: string): Filter[] => [...filters, { fieldName: status, kind: 'oneOf', values: [value] }];
  return source.unsettled({
    by: ['ContractSequence', 'ContractNumber'],
    day,
    sum,
    filters: having('UNPAID'),
    settledBy: having('PAID'),
  });
}
