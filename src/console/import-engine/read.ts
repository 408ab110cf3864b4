/** Texts as in the file; workbook dates as `2026-11-25` or `2026-11-25 08:00`. */
export interface Sheet {
  name: string;
  isHidden: boolean;
  rows: string[][];
  /** From 1; empty rows are skipped. */
  numbers: number[];
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
