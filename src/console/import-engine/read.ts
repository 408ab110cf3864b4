/** A table of texts: what stood in the cells, as it stood there; dates of workbooks as `2026-11-25` or `2026-11-25 08:00`. */
export interface Sheet {
  name: string;
  isHidden: boolean;
  rows: string[][];
  /** The rows' numbers in the file, from 1: empty rows are left out, and people look for rows by the number. */
  numbers: number[];
  /** Why the sheet cannot be imported; it has no rows then. */
  problem?: string;
}

export interface Workbook {
  sheets: Sheet[];
  /** How the file was understood, where that is not plain to see. */
  notes: string[];
}

/** A file that cannot be read; the message says why and what to do. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
