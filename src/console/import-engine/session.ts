import { operations, type OperationName } from '#contract/operations.ts';
import type { ColumnFields } from './columns.ts';
import { readCsv } from './csv.ts';
import type { Workbook } from './read.ts';
import type { Item, Problem } from './rows.ts';
import { ImportSheet } from './sheet.ts';
import { countsOf, decodeStates, type StoredStates } from './states.ts';
import { lockRun, restore, save, type StoredRun } from './store.ts';
import type { RowState, Summary } from './summary.ts';
import { isAmbiguousDate, isMonthFirst, type ReadOptions } from './values.ts';
import { readWorkbook } from './workbook.ts';

/** A sheet of a file, before anybody has chosen what its columns hold. */
export interface SheetInfo {
  name: string;
  isHidden: boolean;
  rows: number;
  /** Why it cannot be imported. */
  problem?: string | undefined;
  /** The beginnings of the cells of the first rows, and the rows' numbers in the file. */
  first: string[][];
  numbers: number[];
  /** For each column, in which order its dates have day and month; `open` where every one of them could be either. */
  dates: ('day' | 'month' | 'open' | undefined)[];
}

export interface Opened {
  sheets: SheetInfo[];
  notes: string[];
}

/** What a person chose for a sheet, as it is stored. */
export interface RunSetup {
  /** Begins with whose run it is: person, merchant and product. */
  id: string;
  /** The file's name, or what stands for it. */
  name: string;
  headings: string[];
  operation: OperationName;
  columns: ColumnFields;
  constants: Record<string, string>;
  options: ReadOptions;
}

export interface Begin extends RunSetup {
  sheet: number;
  /** Where the headings are among the rows; what is above them is left out. Nothing where there are none. */
  headingRow?: number | undefined;
}

/** Rows that go together, and the key under which they go. */
export interface Chunk {
  key: string;
  /** When they went first, in milliseconds since 1970. */
  sentAt: number;
  rows: { at: number; item: Item }[];
}
type StoredChunk = Pick<Chunk, 'key' | 'sentAt'> & { at: number[] };

/** Some of the rows, in their order. */
type StoredRows = ReturnType<ImportSheet['snapshot']> & { begin: RunSetup };

/** The states of the rows, and the chunk that has no answer yet. */
type StoredProgress = StoredStates & { chunk?: StoredChunk };

/** The result of a row that was sent. */
export interface RowResult {
  at: number;
  state: RowState;
  reasons: Problem[];
}

/** Rows that are stored in one part. */
const partSize = 1000;

/** Enough for titles above the headings. */
const shownFirst = 30;
/** Characters of a cell, of which a sheet may have fifty thousand in a row. */
const shownLength = 200;
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
  private setup: RunSetup | undefined;
  /** The last one that went and has no answer. */
  private chunk: StoredChunk | undefined;

  /** @throws UnreadableFile */
  async open(file: Blob): Promise<Opened> {
    // Its bytes are read here: the page never holds them.
    this.workbook = await readWorkbook(new Uint8Array(await file.arrayBuffer()));
    return this.opened();
  }

  /** Takes cells that were copied from a spreadsheet. @throws UnreadableFile */
  openText(text: string): Opened {
    const { rows, numbers } = readCsv(text);
    this.workbook = { sheets: [{ name: 'Pasted', isHidden: false, rows, numbers }], notes: [] };
    return this.opened();
  }

  private opened(): Opened {
    const { sheets, notes } = this.workbook;
    return {
      notes,
      sheets: sheets.map(({ name, isHidden, rows, numbers, problem }) => ({
        name,
        isHidden,
        rows: rows.length,
        problem,
        first: rows.slice(0, shownFirst).map((row) => row.map((text) => text.slice(0, shownLength))),
        numbers: numbers.slice(0, shownFirst),
        dates: dateOrders(rows),
      })),
    };
  }

  begin({ sheet, headingRow = -1, ...begin }: Begin): Summary {
    const rows = this.workbook.sheets[sheet]?.rows ?? [];
    rows.splice(0, headingRow + 1);
    // From here on the sheet has them; the file's other sheets would only take room.
    this.workbook = { sheets: [], notes: [] };
    return this.start(begin, rows);
  }

  /** Begins with rows of no file. @param before the rows as they are stored, where they are edited */
  start(begin: RunSetup, rows: string[][], before?: readonly (readonly string[])[]): Summary {
    this.setup = begin;
    this.sheet = new ImportSheet({ ...begin, operation: operations[begin.operation], rows, before });
    void lockRun(begin.id);
    return this.sheet.summary();
  }

  /** Adds a column to the sheet, for what the file does not have. */
  addColumn(fieldName: string, heading: string): Summary {
    const { setup } = this;
    if (setup)
      this.setup = { ...setup, columns: [...setup.columns, fieldName], headings: [...setup.headings, heading] };
    this.run.addColumn(fieldName);
    return this.run.summary();
  }

  private progress(): { run: StoredRun; states: StoredProgress } | undefined {
    if (!this.setup || !this.sheet) return undefined;
    const { id, operation } = this.setup;
    const states = this.sheet.states();
    const counts = countsOf(states);
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const run = { id, operation, rows, states: counts, at: Date.now() };
    return { run, states: { ...states, chunk: this.chunk } };
  }

  /** Stores the rows as they stand, encrypted, so that nothing is lost by a reload or a crash. */
  async save(): Promise<void> {
    const progress = this.progress();
    if (!progress) return;
    await save(progress.run, progress.states, this.parts());
  }

  private *parts(): Generator<StoredRows> {
    const { setup: begin, run } = this;
    if (!begin) return;
    const { rows, before } = run.snapshot();
    for (let from = 0; from === 0 || from < rows.length; from += partSize) {
      const part = { rows: rows.slice(from, from + partSize), before: before?.slice(from, from + partSize) };
      yield { begin, ...part };
    }
  }

  /** Stores only the states of the rows: short, however many there are. */
  async saveStates(): Promise<void> {
    const progress = this.progress();
    if (progress) await save(progress.run, progress.states);
  }

  /**
   * The next rows to be sent, and the key under which they go. Both are stored before this returns: whatever happens from here
   * on, nobody takes these rows for unsent, and they can go again under the same key.
   */
  async take(count: number): Promise<Chunk | undefined> {
    const rows = this.run.next(count);
    if (rows.length === 0) return undefined;
    this.chunk = { key: crypto.randomUUID(), sentAt: Date.now(), at: rows.map(({ at }) => at) };
    await this.saveStates();
    return { ...this.chunk, rows };
  }

  /** What went last and has no answer, as it went. */
  unanswered(): Chunk | undefined {
    const { chunk } = this;
    if (!chunk) return undefined;
    const own = new Set(chunk.at);
    const rows = this.run.unknown().filter(({ at }) => own.has(at));
    return rows.length === own.size ? { ...chunk, rows } : undefined;
  }

  /** Records the results of rows that were sent; `isAnswered` where the chunk has its answer. */
  settle(results: readonly RowResult[], isAnswered: boolean): void {
    this.run.settle(results);
    if (isAnswered) this.chunk = undefined;
  }

  /**
   * Continues a stored run.
   * @returns nothing where there is none, or it cannot be read any more; `elsewhere` while another tab has it
   */
  async restore(id: string): Promise<{ begin: RunSetup; summary: Summary } | 'elsewhere' | undefined> {
    if (!(await lockRun(id))) return 'elsewhere';
    const stored = await restore<StoredRows, StoredProgress>(id);
    if (!stored) return undefined;
    const [first] = stored.rows;
    if (!first) return undefined;
    const { begin } = first;
    const rows = stored.rows.flatMap((it) => it.rows);
    this.start(begin, rows, first.before && stored.rows.flatMap((it) => it.before ?? []));
    this.chunk = stored.states.chunk;
    this.run.restore(decodeStates(stored.states));
    return { begin, summary: this.run.filter('all') };
  }

  /** The rows, once it is known what they hold. */
  get run(): ImportSheet {
    if (!this.sheet) throw new Error('The import has not begun');
    return this.sheet;
  }
}
