import { operations, type OperationName } from '../../contract/operations.ts';
import type { ColumnFields } from './columns.ts';
import { keep, keepStates, restore } from './kept.ts';
import { ImportSheet } from './sheet.ts';
import type { Summary } from './summary.ts';
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

/** What was said of a sheet, as it is kept. */
export interface KeptBegin {
  /** Whose run it is: person, merchant and product. */
  id: string;
  /** The file's name, or what stands for it. */
  name: string;
  headings: string[];
  operation: OperationName;
  columns: ColumnFields;
  constants: Record<string, string>;
  options: ReadOptions;
}

export interface Begin extends KeptBegin {
  sheet: number;
  hasHeadings: boolean;
}

type Snapshot = ReturnType<ImportSheet['snapshot']>;

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
  private kept: KeptBegin | undefined;

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

  begin({ sheet, hasHeadings, ...begin }: Begin): Summary {
    const rows = (this.workbook.sheets[sheet]?.rows ?? []).slice(hasHeadings ? 1 : 0).map((row) => [...row]);
    return this.start(begin, rows);
  }

  /** Begins with rows of no file. @param before the rows as they are stored, where they are edited */
  start(begin: KeptBegin, rows: string[][], before?: readonly (readonly string[])[]): Summary {
    this.kept = begin;
    this.sheet = new ImportSheet({ ...begin, operation: operations[begin.operation], rows, before });
    return this.sheet.summary();
  }

  /** Keeps the rows as they stand, encrypted, so that a reload or a crash takes nothing. */
  async keep(): Promise<void> {
    if (!this.kept || !this.sheet) return;
    const { id, operation } = this.kept;
    const { rows, before, states } = this.sheet.snapshot();
    await keep({ id, operation, rows: rows.length, at: Date.now() }, { begin: this.kept, rows, before }, states);
  }

  /** Keeps only what became of the rows: short, however many there are. */
  async keepStates(): Promise<void> {
    if (this.kept && this.sheet) await keepStates(this.kept.id, this.sheet.snapshot().states);
  }

  /** Goes on with what was kept. @returns nothing where there is none, or it cannot be read any more */
  async restore(id: string): Promise<{ begin: KeptBegin; summary: Summary } | undefined> {
    const kept = await restore<Pick<Snapshot, 'rows' | 'before'> & { begin: KeptBegin }, Snapshot['states']>(id);
    if (!kept) return undefined;
    const { begin, rows, before } = kept.rows;
    this.start(begin, rows, before);
    this.run.settle(kept.states.map((it, at) => ({ at, ...it })));
    return { begin, summary: this.run.filter('all') };
  }

  /** The rows, once it is known what they hold. */
  get run(): ImportSheet {
    if (!this.sheet) throw new Error('The import has not begun');
    return this.sheet;
  }
}
