/** What the numbers of a day such as 03/04/2026 mean, in order. */
export type DayOrder = 'day' | 'month' | 'year';

/** Which column of a bank's table holds what; columns count from 0. Confirmed by a person once, then remembered. */
export interface Mapping {
  /** As people call it; a name of their own for banks that are not recognised. */
  bank: string;
  /** The cells of the heading row, folded; empty for tables without one. */
  headings: string[];
  date: number;
  dayOrder: DayOrder;
  texts: number[];
  references: number[];
  /** One signed column, or two for money in and out. */
  amount?: number | undefined;
  credit?: number | undefined;
  debit?: number | undefined;
  /** A column with `+` or `−` for the amount. */
  sign?: number | undefined;
  fee?: number | undefined;
  balance?: number | undefined;
  /** The account's number is in each row. */
  account?: number | undefined;
  /** Amounts are whole cents without a decimal mark. */
  isInCents?: boolean | undefined;
  /** The first cell says what a row is: only these are entries. */
  entryMark?: string | undefined;
}

/** What a person chooses for a column. */
export const columnUses = {
  date: 'Date',
  text: 'Description',
  reference: 'Reference',
  amount: 'Amount',
  credit: 'Money in',
  debit: 'Money out',
  fee: 'Fee',
  balance: 'Balance',
} as const;
export type ColumnUse = keyof typeof columnUses;

/** For comparing headings of two files. */
export const folded = (cell: string): string => cell.trim().toLowerCase().replaceAll(/\s+/g, ' ');

export function columnUse(mapping: Mapping, column: number): ColumnUse | '' {
  if (mapping.texts.includes(column)) return 'text';
  if (mapping.references.includes(column)) return 'reference';
  const uses = ['date', 'amount', 'credit', 'debit', 'fee', 'balance'] as const;
  return uses.find((it) => mapping[it] === column) ?? '';
}

/** A use that only one column can have is taken from the other. */
export function withUse(mapping: Mapping, column: number, use: ColumnUse | ''): Mapping {
  const without = (columns: number[]) => columns.filter((it) => it !== column);
  const after: Mapping = { ...mapping, texts: without(mapping.texts), references: without(mapping.references) };
  for (const it of ['amount', 'credit', 'debit', 'fee', 'balance'] as const)
    if (after[it] === column) after[it] = undefined;
  if (after.date === column) after.date = -1;
  if (use === 'text') after.texts = [...after.texts, column].toSorted((one, other) => one - other);
  else if (use === 'reference') after.references = [...after.references, column].toSorted((one, other) => one - other);
  else if (use !== '') after[use] = column;
  return after;
}

/** @returns what a table can't be read without, in words */
export function missingIn(mapping: Mapping): string | undefined {
  if (mapping.date < 0) return 'Choose the column of the date.';
  if (mapping.amount === undefined && mapping.credit === undefined && mapping.debit === undefined)
    return 'Choose the column of the amount.';
  return mapping.texts.length + mapping.references.length === 0 ? 'Choose the column of the description.' : undefined;
}

/** Row indexes of the headings; -1 if the table has none, undefined if it is another table. */
export function headingRow(rows: readonly (readonly string[])[], { headings }: Mapping): number | undefined {
  if (headings.length === 0) return -1;
  const at = rows
    .slice(0, 60)
    .findIndex((row) => headings.every((heading, column) => folded(row[column] ?? '') === heading));
  return at < 0 ? undefined : at;
}
