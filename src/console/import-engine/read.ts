/** A table of texts: what stood in the cells, as it stood there; dates of workbooks as `2026-11-25` or `2026-11-25 08:00`. */
export interface Sheet {
  name: string;
  isHidden: boolean;
  rows: string[][];
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
