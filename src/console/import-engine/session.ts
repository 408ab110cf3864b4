import { operations, type OperationName } from '../../contract/operations.ts';
import type { ColumnFields } from './columns.ts';
import { ImportSheet, type Summary } from './sheet.ts';
import { isAmbiguousDate, isMonthFirst, type ReadOptions } from './values.ts';
import { readCsv, readWorkbook, type Workbook } from './workbook.ts';

/** A sheet of a file, before anybody has said what it holds. */
export interface SheetInfo {
  name: string;
  isHidden: boolean;
  rows: number;
  /** The first rows. */
  first: string[][];
  /** For each column, in which order its dates have day and month; `open` where every one of them could be either. */
  dates: ('day' | 'month' | 'open' | undefined)[];
}

export interface Opened {
  sheets: SheetInfo[];
  notes: string[];
}

export interface Begin {
  sheet: number;
  hasHeadings: boolean;
  operation: OperationName;
  columns: ColumnFields;
  constants: Record<string, string>;
  options: ReadOptions;
}

const shownFirst = 6;
/** Rows in which dates are looked at: enough to tell, and quick. */
const maxLooked = 20_000;

function dateOrders(rows: readonly (readonly string[])[]): SheetInfo['dates'] {
  const width = rows.slice(0, 50).reduce((most, row) => Math.max(most, row.length), 0);
  return Array.from({ length: width }, (_, column) => {
    let isOpen = false;
    for (const row of rows.slice(0, maxLooked)) {
      const text = row[column] ?? '';
      if (isMonthFirst(text)) return 'month';
      if (/^(?:1[3-9]|2\d|3[01])[-/. ]\d{1,2}[-/. ]\d{2,4}/.test(text)) return 'day';
      isOpen ||= isAmbiguousDate(text);
    }
    return isOpen ? 'open' : undefined;
  });
}

/** One import, from the file to its last result; lives in a worker, so that no length of file holds up the page. */
export class ImportSession {
  private workbook: Workbook = { sheets: [], notes: [] };
  private sheet: ImportSheet | undefined;

  /** @throws UnreadableFile */
  async open(bytes: Uint8Array): Promise<Opened> {
    this.workbook = await readWorkbook(bytes);
    return this.opened();
  }

  /** Takes cells that were copied from a spreadsheet. @throws UnreadableFile */
  openText(text: string): Opened {
    this.workbook = { sheets: [{ name: 'Pasted', isHidden: false, rows: readCsv(text).rows }], notes: [] };
    return this.opened();
  }

  private opened(): Opened {
    const { sheets, notes } = this.workbook;
    return {
      notes,
      sheets: sheets.map(({ name, isHidden, rows }) => ({
        name,
        isHidden,
        rows: rows.length,
        first: rows.slice(0, shownFirst),
        dates: dateOrders(rows),
      })),
    };
  }

  begin({ sheet, hasHeadings, operation, columns, constants, options }: Begin): Summary {
    const rows = (this.workbook.sheets[sheet]?.rows ?? []).slice(hasHeadings ? 1 : 0).map((row) => [...row]);
    this.sheet = new ImportSheet({ operation: operations[operation], rows, columns, constants, options });
    return this.sheet.summary();
  }

  /** The rows, once it is known what they hold. */
  get run(): ImportSheet {
    if (!this.sheet) throw new Error('The import has not begun');
    return this.sheet;
  }
}
