import type { DateText } from '../../../rules/calendar.ts';
import { isPayout } from '../../api/payout.ts';
import type { Filter, Group, ReportSource, Row } from '../../report-engine/protocol.ts';
import { normalized } from '../../api/normalize.ts';
import { grouped, type DayGroup, type Sum } from './day-groups.ts';

/** What the reports of collections are asked, in the words of each. */
const fields = {
  transactions: {
    day: 'TransactionDate',
    status: 'Status',
    sum: 'Amount',
    shown: ['ContractSequence', 'ContractNumber', 'ClientNumber', 'Amount', 'Status'],
  },
  'future-transactions': {
    day: 'InstalmentActionDate',
    status: 'InstalmentStatus',
    sum: 'InstalmentAmount',
    shown: [
      'ContractSequence',
      'ContractNumber',
      'Name',
      'Surname',
      'InstalmentSequence',
      'InstalmentAmount',
      'InstalmentStatus',
    ],
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

/** One collection of a day: scheduled, or what came of it. */
export interface Entry {
  key: string;
  ContractSequence?: number | null;
  ClientNumber?: string | null;
  ContractNumber?: string | null;
  /** The client's number of a transaction, the name of what is scheduled: each report knows one of them. */
  client: string;
  InstalmentSequence?: number | null;
  InstalmentAmount?: number | null;
  InstalmentStatus?: string | null;
}

/** Rows that a day shows at most of each report; the report has them all. */
const maxEntries = 200;

function entryOf(report: CollectionReport, row: Row, index: number): Entry {
  const { status, sum } = fields[report];
  const { Name, Surname, ClientNumber, [sum]: amount, [status]: state, ...rest } = row;
  const client = ClientNumber ?? [Name, Surname].filter(Boolean).join(' ');
  return {
    ...rest,
    ClientNumber: ClientNumber as string | null,
    key: `${report} ${index}`,
    client: client as string,
    InstalmentAmount: amount as number | null,
    InstalmentStatus: state as string | null,
  };
}

/** The first of the collections of one day, and how many there are. */
export async function askEntries(
  report: CollectionReport,
  source: ReportSource,
  date: DateText,
): Promise<{ entries: Entry[]; count: number }> {
  const { day, shown } = fields[report];
  const types =
    report === 'transactions' ? (await source.groups([{ fieldName: type }], undefined, [])).map((it) => it.keys) : [];
  const filters: Filter[] = [
    { fieldName: day, kind: 'date', from: date, to: date },
    ...collectionFilters(types.map(([value]) => value ?? null)),
  ];
  const { rows, count } = await source.found(shown, filters, maxEntries);
  return { entries: normalized([...rows]).map((row, index) => entryOf(report, row, index)), count };
}
