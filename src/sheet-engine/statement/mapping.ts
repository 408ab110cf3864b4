import { refusal } from './statement.ts';

/** What the numbers of a day such as 03/04/2026 mean, in order. */
export type DayPart = 'day' | 'month' | 'year';

/** Which column of a bank's table holds what; columns count from 0. Confirmed by a person once, then remembered. */
export interface Mapping {
  /** As people call it; a name of their own for banks that are not recognised. */
  bank: string;
  /** The cells of the heading row, folded; empty for tables without one. */
  headings: string[];
  date: number;
  dayOrder: DayPart;
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

/** As it is guessed, for a person to confirm; the order is empty where the days can be read in two ways. */
export type SuggestedMapping = Omit<Mapping, 'dayOrder'> & { dayOrder: DayPart | '' };

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

/** A use that only one column can have is taken from the other. */
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

/** Whether a row is the headings, all of them and no more. */
export function isHeadings(row: Row, headings: readonly string[]): boolean {
  const width = Math.max(row.length, headings.length);
  return Array.from({ length: width }, (_, at) => at).every(
    (at) => foldedHeading(row[at] ?? '') === (headings[at] ?? ''),
  );
}

/** Row indexes of the headings; -1 if the table has none, undefined if it is another table. */
export function headingRow(rows: readonly Row[], { headings }: Pick<Mapping, 'headings'>): number | undefined {
  if (headings.length === 0) return -1;
  const at = rows.slice(0, 60).findIndex((row) => isHeadings(row, headings));
  return at < 0 ? undefined : at;
}
