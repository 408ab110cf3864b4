import type { DayOrder } from '../values.ts';
import { refusal } from './statement.ts';

/** What comes first in the days of a table; where it is the year, a text such as 03/04/2026 is no day. */
export type StatementDayOrder = DayOrder | 'year';

/**
 * Which column of a bank's table has what, by the column's index. A person confirms it once for each account; it is kept with
 * the account (`src/contract/bank-accounts.ts`).
 */
export interface Mapping {
  /** As people call it; a name of their own for banks that are not recognised. */
  bank: string;
  /** The cells of the heading row, folded; empty for tables without one. */
  headings: string[];
  date: number;
  dayOrder: StatementDayOrder;
  texts: number[];
  references: number[];
  /** One column for both, or two for money in and out. */
  amount?: number | undefined;
  credit?: number | undefined;
  debit?: number | undefined;
  /** A column that says which amounts are debits and which credits, such as `Dr` and `Cr`, or `+` and `−`. */
  sign?: number | undefined;
  fee?: number | undefined;
  balance?: number | undefined;
  /** The account's number is in each row. */
  account?: number | undefined;
  currency?: number | undefined;
  /** A column that says whether the bank has processed a row. */
  status?: number | undefined;
  /** A row with anything in this column is no entry. */
  skip?: number | undefined;
  /** Amounts are whole cents without a decimal mark. */
  isInCents?: boolean | undefined;
  /** The first cell says what a row is: only these are entries. */
  entryMark?: string | undefined;
}

/**
 * A mapping for a person to confirm. `dayOrder` is empty where the days can be read in two ways, and `date` is -1 where no
 * column of days is known.
 */
export type SuggestedMapping = Omit<Mapping, 'dayOrder'> & { dayOrder: StatementDayOrder | '' };

/** What a person chooses for a column. */
export const columnUses = {
  date: 'Date',
  text: 'Description',
  reference: 'Reference',
  amount: 'Amount',
  sign: 'Debit or credit',
  credit: 'Money in',
  debit: 'Money out',
  fee: 'Fee',
  balance: 'Balance',
  account: 'Account',
  currency: 'Currency',
  status: 'Status',
  skip: 'Not an entry',
} as const;
export type ColumnUse = keyof typeof columnUses;

const singleUses = [
  'amount',
  'sign',
  'credit',
  'debit',
  'fee',
  'balance',
  'account',
  'currency',
  'status',
  'skip',
] as const satisfies readonly ColumnUse[];

/** For comparing headings of two files. */
export const foldedHeading = (cell: string): string => cell.trim().toLowerCase().replaceAll(/\s+/g, ' ');

export function columnUse(mapping: SuggestedMapping, column: number): ColumnUse | '' {
  if (mapping.texts.includes(column)) return 'text';
  if (mapping.references.includes(column)) return 'reference';
  return (['date', ...singleUses] as const).find((it) => mapping[it] === column) ?? '';
}

/** The mapping with another use of a column. A use that only one column can have is taken from the other. */
export function withUse(mapping: SuggestedMapping, column: number, use: ColumnUse | ''): SuggestedMapping {
  const without = (columns: number[]) => columns.filter((it) => it !== column);
  const after: SuggestedMapping = {
    ...mapping,
    texts: without(mapping.texts),
    references: without(mapping.references),
  };
  for (const it of singleUses) if (after[it] === column) after[it] = undefined;
  if (after.date === column) after.date = -1;
  if (use === 'text') after.texts = [...after.texts, column].toSorted((one, other) => one - other);
  else if (use === 'reference') after.references = [...after.references, column].toSorted((one, other) => one - other);
  else if (use !== '') after[use] = column;
  return after;
}

/** @returns what a table can't be read without, in words */
export function missingIn(mapping: SuggestedMapping): string | undefined {
  if (mapping.date < 0) return 'Choose the column of the date.';
  if (mapping.dayOrder === '') return 'The days can be read in two ways. Choose what comes first, under Dates.';
  if (mapping.amount === undefined && mapping.credit === undefined && mapping.debit === undefined)
    return 'Choose the column of the amount.';
  if (mapping.amount !== undefined && (mapping.credit ?? mapping.debit) !== undefined)
    return 'Choose either one column of amounts, or those of money in and money out.';
  return mapping.texts.length + mapping.references.length === 0 ? 'Choose the column of the description.' : undefined;
}

/** @throws UnreadableFile with what is missing */
export function confirmedMapping(mapping: SuggestedMapping): Mapping {
  const missing = missingIn(mapping);
  const { dayOrder } = mapping;
  if (missing !== undefined || dayOrder === '') throw refusal(missing ?? '');
  return { ...mapping, dayOrder };
}

type Row = readonly string[];

/** Rows of a file among which its headings are: banks print titles and balances above them. */
export const topRows = 60;

/** Whether a row is the headings, all of them and no more. */
export function isHeadings(row: Row, headings: readonly string[]): boolean {
  const width = Math.max(row.length, headings.length);
  return Array.from({ length: width }, (_, at) => at).every(
    (at) => foldedHeading(row[at] ?? '') === (headings[at] ?? ''),
  );
}

/** The row index of the headings; -1 if the table has none, undefined if it is another table. */
export function headingRow(rows: readonly Row[], { headings }: Pick<Mapping, 'headings'>): number | undefined {
  if (headings.length === 0) return -1;
  const at = rows.slice(0, topRows).findIndex((row) => isHeadings(row, headings));
  return at < 0 ? undefined : at;
}
