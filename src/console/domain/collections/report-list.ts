import { transactionTypes } from '#answers/transaction-kind.ts';
import { fieldOf, type FieldName } from '#contract/fields.ts';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import type { Direction } from '#kit/dates/ranges.ts';
import type { Counting, SumSpec } from '#report-engine/protocol.ts';
import type { RangeKind } from '#report-engine/slices.ts';
import type { ColumnKind, ColumnSpec } from '#rules/column.ts';

/** Debits and their returns, by their type: the interface lists no types (docs/decisions.md, 18). */
export const collectionsOnly: Filter = { fieldName: 'TransactionType', kind: 'means', values: ['debit', 'return'] };

export const payoutsOnly: Filter = { fieldName: 'TransactionType', kind: 'means', values: ['payout'] };

interface Described {
  /** Offered after the others: states of records, which the reports of changes say more of. */
  isSecondary?: boolean;
  answers: string;
  noun: string;
  operation: keyof typeof operations;
  direction: Direction;
  /**
   * The time of each record. Without it the report lists the current state of changed records: one that changed in two
   * slices would appear twice, so the range is never split.
   */
  day?: FieldName;
  /** The amount to sum, and the fields that say what it is: a status and maybe a type. */
  money?: { amount: FieldName; status: FieldName; type?: FieldName; currency?: FieldName };
  /** Columns that name a record: duplicates with the same values count once. */
  names?: readonly (readonly FieldName[])[];
  usual?: readonly Filter[];
  /** Fields that a comparison counts by. */
  splits: readonly FieldName[];
  chart?: string;
  /** Columns filled from other reads, with their labels. */
  joined?: Partial<Record<FieldName, string>>;
  /** Shorter than the contract's, which name columns of any record. */
  labels?: Partial<Record<FieldName, string>>;
  /** Columns hidden by default: all together fit no screen. */
  hidden?: readonly FieldName[];
  /** Fields whose type differs from the contract's (docs/interface.md, Reports). */
  kinds?: Partial<Record<FieldName, ColumnKind>>;
}

/** By their name in the address. */
const described = {
  transactions: {
    answers: 'What was collected and paid out, what was returned, and why.',
    noun: 'transaction',
    operation: 'transactionReport',
    direction: 'back',
    day: 'TransactionDate',
    money: { amount: 'Amount', status: 'Status', type: 'TransactionType' },
    usual: [collectionsOnly],
    splits: ['Status', 'InstalmentResult', 'TransactionType', 'MandateType', 'DebitSequenceType'],
    joined: { ClientName: 'Client name', InstalmentResult: 'Unpaid reason', UserId: 'Creator' },
    hidden: [
      'ClientNumber',
      'ContractSequence',
      'MandateType',
      'DebitSequenceType',
      'TrackingCode',
      'TransactionType',
      'UserId',
    ],
    chart: 'Transactions by day and status',
  },
  'mandate-changes': {
    answers: 'Which terms of mandates changed, when, and from what to what.',
    noun: 'change',
    operation: 'mandateChangeReport',
    direction: 'back',
    day: 'ChangeDate',
    splits: ['FieldChanged', 'ChangeType', 'MandateType', 'UserId'],
    joined: { ClientName: 'Client name' },
    hidden: ['ClientNumber', 'ContractSequence', 'MandateType', 'OldValue', 'UserId'],
    chart: 'Changes by day',
  },
  'contract-changes': {
    answers: 'Which terms of contracts and instalments changed, and when.',
    noun: 'change',
    operation: 'contractChangeReport',
    direction: 'back',
    day: 'ChangeDate',
    splits: ['FieldChanged', 'ChangeType', 'UserId'],
    joined: { ClientName: 'Client name' },
    hidden: ['ClientNumber', 'ContractSequence', 'OldValue', 'UserId'],
    chart: 'Changes by day',
  },
  'payout-payment-changes': {
    answers: 'Which payouts changed, when, and how; of all products.',
    noun: 'change',
    operation: 'payoutPaymentChangeReport',
    direction: 'back',
    day: 'ChangeDate',
    splits: ['ChangeType', 'FieldChanged', 'UserId'],
    joined: { ClientName: 'Client name' },
    hidden: ['ClientNumber', 'ContractSequence', 'PaymentSequence', 'OldValue', 'UserId'],
    chart: 'Changes by day',
  },
  'future-transactions': {
    answers: 'What is scheduled to be collected in the days ahead.',
    noun: 'instalment',
    operation: 'futureTransactionReport',
    direction: 'ahead',
    day: 'InstalmentActionDate',
    money: { amount: 'InstalmentAmount', status: 'InstalmentStatus', currency: 'Currency' },
    names: [['ContractSequence', 'InstalmentSequence']],
    splits: ['InstalmentStatus', 'ProductDescription', 'FrequencyCode'],
    labels: { InstalmentStatus: 'Status' },
    hidden: [
      'Surname',
      'ContractSequence',
      'InstalmentSequence',
      'ProductDescription',
      'UserId',
      'BeneficiaryNumber',
      'BeneficiaryName',
      'Currency',
      'DialCode',
      'Mobile',
      'Email',
    ],
    chart: 'Expected collections by day',
  },
  'omni-contract-changes': {
    isSecondary: true,
    answers: 'Which contracts were changed and by whom, with their instalments.',
    noun: 'contract',
    operation: 'omniContractChangeReport',
    direction: 'back',
    splits: ['ResultCode', 'FrequencyCode', 'UserId'],
    kinds: { InstalmentStartDate: 'date' },
    labels: { InstalmentStartDate: 'Start date', ResultCode: 'Result' },
    joined: { ClientName: 'Client name' },
    hidden: [
      'UserId',
      'ContractSequence',
      'NumberOfInstalments',
      'ContractInstalments',
      'CollectionDay',
      'InstalmentMinimumAmount',
      'InstalmentMaximumAmount',
      'InactiveDate',
      'UserDefinedField1',
      'UserDefinedField2',
      'UserDefinedField3',
      'UserDefinedField4',
      'UserDefinedField5',
    ],
  },
  'omni-instalment-changes': {
    isSecondary: true,
    answers: 'Which instalments changed and by whom, with their result.',
    noun: 'instalment',
    operation: 'omniInstalmentChangeReport',
    direction: 'back',
    money: { amount: 'InstalmentAmount', status: 'InstalmentStatus' },
    names: [['ContractSequence', 'InstalmentSequence']],
    splits: ['InstalmentStatus', 'InstalmentResult', 'UserId'],
    joined: { ClientName: 'Client name' },
    labels: { InstalmentStatus: 'Status' },
    hidden: [
      'ContractSequence',
      'InstalmentSequence',
      'LastUpdateDate',
      'TrackingCode',
      'InstalmentReferenceNumber',
      'UserId',
    ],
  },
} as const satisfies Record<string, Described>;

export type ReportName = keyof typeof described;

export const reportNames = Object.keys(described) as ReportName[];

export const isReportName = (name: string | undefined): name is ReportName =>
  name !== undefined && Object.hasOwn(described, name);

/** Query fields that the page sets itself, so they are no filters. */
const own: readonly string[] = ['StartDate', 'EndDate', 'Product'];

/** Names first, as people say them. */
const whose: readonly string[] = ['ClientName', 'Name', 'Surname', 'ClientNumber', 'ContractNumber'];

/**
 * Column order: day, client, amount, outcome, then the contract's order. The first columns are visible without
 * scrolling.
 */
function rank(fieldName: string): number {
  const kind = fieldOf(fieldName)?.input;
  if (kind === 'dateTime' || kind === 'date') return 0;
  if (whose.includes(fieldName)) return 1 + whose.indexOf(fieldName) / whose.length;
  if (kind === 'amount') return 2;
  return { Status: 3, InstalmentStatus: 3, InstalmentResult: 3.1, ContractSequence: 3.2 }[fieldName] ?? 4;
}

function kindOf(fieldName: string): ColumnKind {
  const input = fieldOf(fieldName)?.input;
  switch (input) {
    case 'integer':
    case 'amount':
    case 'date':
    case 'dateTime':
    case 'records':
      return input;
    case 'rate':
      return 'number';
    default:
      return 'text';
  }
}

export interface Report {
  name: ReportName;
  operation: Operation;
  title: string;
  isSecondary: boolean;
  answers: string;
  noun: string;
  direction: Direction;
  /** Query fields of the service. */
  filters: string[];
  columns: ColumnSpec[];
  joined: string[];
  hidden: readonly string[];
  kind: RangeKind;
  /** Where the product goes: a query field, which may be omitted, a path segment, or neither. */
  product: 'query' | 'path' | 'none';
  isWhole: boolean;
  day?: string;
  sum?: SumSpec;
  names?: readonly (readonly string[])[];
  types?: Counting['types'];
  usual: readonly Filter[];
  /** Changes are newest first; other reports keep the service's order. */
  usualSort?: { fieldName: string; isDescending: boolean };
  splits: readonly [string, ...string[]];
  chart?: string;
}

export function reportOf(name: ReportName): Report {
  const report: Described & { splits: Report['splits'] } = described[name];
  const { answers, noun, direction, splits, chart, day, money, names, usual = [], joined = {}, hidden = [] } = report;
  const operation: Operation = operations[report.operation];
  const input = operation.input.shape;
  return {
    name,
    operation,
    title: operation.summary,
    isSecondary: report.isSecondary ?? false,
    answers,
    noun,
    direction,
    filters: Object.keys(input).filter((fieldName) => !own.includes(fieldName)),
    joined: Object.keys(joined),
    hidden,
    columns: [...Object.keys(operation.output.shape), ...Object.keys(joined)]
      .toSorted((one, other) => rank(one) - rank(other))
      .map((fieldName) => ({
        fieldName,
        kind: (report.kinds as Partial<Record<string, ColumnKind>>)?.[fieldName] ?? kindOf(fieldName),
        label: ({ ...report.labels, ...joined } as Partial<Record<string, string>>)[fieldName],
      })),
    // Omni reports take dates, others date-times (docs/interface.md, Reports); the schema decides.
    kind: input.StartDate?.safeParse('2026-01-01').success ? 'date' : 'dateTime',
    usualSort: day === 'ChangeDate' ? { fieldName: day, isDescending: true } : undefined,
    product: 'Product' in input ? 'query' : operation.path.includes('{product}') ? 'path' : 'none',
    isWhole: day === undefined,
    day,
    sum: money && {
      fieldName: money.amount,
      apart: money.type ? [money.status, money.type] : [money.status],
      ...(money.currency && { currency: money.currency }),
    },
    names,
    types: money?.type && { fieldName: money.type, ...transactionTypes() },
    usual,
    splits,
    chart,
  };
}
