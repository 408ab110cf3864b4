/**
 * Texts as in the file. Of a workbook: dates as `2026-11-25` or `2026-11-25 08:00`, percentages as `8%`, and a formula
 * without a value as `=A1*2`.
 */
export interface Sheet {
  name: string;
  isHidden: boolean;
  rows: string[][];
  /** From 1; empty rows are skipped. */
  numbers: number[];
  /** Indexes in `rows` of what the workbook hides, by a filter, say. */
  hiddenRows?: readonly number[];
  hiddenColumns?: readonly number[];
  /** Its cells tell texts from numbers; a number with an exponent is written with the exponent's sign. */
  isTyped?: boolean;
  /** Cells of each row in a CSV file, with empty ones at its end. */
  widths?: readonly number[];
  /** It has no rows then. */
  problem?: string;
}

export interface Workbook {
  sheets: Sheet[];
  notes: string[];
}

/** The message says why and what to do. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
