import type { Imported } from '#contract/imports.ts';
import { operations, type OperationName } from '#contract/operations.ts';
import type { ColumnFields } from './columns.ts';
import { readCsv } from './csv.ts';
import type { Sheet, Workbook } from './read.ts';
import type { SheetItem, RowProblem } from './rows.ts';
import { ImportSheet } from './sheet.ts';
import { stateCounts, decodeStates, type StoredStates } from './states.ts';
import { discard, idOfImport, isFinished, lockRun, restoreImport, saveImport, type StoredRun } from './store.ts';
import type { SheetRowState, SheetSummary } from './summary.ts';
import { isAmbiguousDate, isMonthFirst, isYearFirst, swappedDate, type ReadOptions } from './values.ts';
import { readWorkbook } from './workbook.ts';

/** Before its columns are assigned. */
export interface SheetInfo {
  name: string;
  isHidden: boolean;
  rows: number;
  problem?: string | undefined;
  /** The start of each cell in the first rows, and their row numbers. */
  first: string[][];
  numbers: number[];
  /** The next cells of each column that are not empty. */
  later: string[][];
  dates: ColumnDates[];
  /** Indexes of rows and columns that the workbook hides. */
  hiddenRows: readonly number[];
  hiddenColumns: readonly number[];
}

interface ColumnDates {
  /** Whether the day or the month comes first; `open` if the rows leave it open, or differ. */
  order?: 'day' | 'month' | 'open';
  /**
   * One with the year first, and one without, where day and month of the former may be swapped: a spreadsheet of another
   * country reads 01/12/2026 as the 12th of January, and leaves 25/12/2026 as it is.
   */
  mixed?: { date: string; text: string };
}

export interface OpenedSheet {
  sheets: SheetInfo[];
  notes: string[];
}

/** As stored. */
interface RunSetup {
  /** The owner (person, merchant and product), and the Import-Id of its calls. */
  id: string;
  name: string;
  headings: string[];
  operation: OperationName;
  columns: ColumnFields;
  constants: Record<string, string>;
  options: ReadOptions;
  /** Of the headings in a CSV file: a row with more has a separator that is none. */
  mostCells?: number;
  /** What the sheet has beyond the imported columns, for the confirmation: `“Notes”: paid late · new`. */
  notImported?: string[];
  /** Headings of imported columns that the workbook hides. */
  hiddenColumns?: string[];
}

interface Begin extends RunSetup {
  sheet: number;
  /** Rows above the headings are skipped. Undefined without headings. */
  headingRow?: number | undefined;
  /** Columns whose dates with the year first have day and month swapped. */
  swapped?: readonly number[];
  /** The workbook's hidden rows begin excluded. */
  isHiddenExcluded?: boolean;
}

/** Rows that are sent together, and their Idempotency-Key. */
export interface Chunk {
  key: string;
  imported: Imported;
  /** Milliseconds since 1970. */
  sentAt: number;
  rows: { at: number; item: SheetItem }[];
}
type StoredChunk = Pick<Chunk, 'key' | 'sentAt'> & { at: number[] };

type StoredRows = ReturnType<ImportSheet['snapshot']> & { begin: RunSetup };

/** With the chunk that has no answer yet. */
type StoredProgress = StoredStates & { chunk?: StoredChunk };

export interface RowResult {
  at: number;
  state: SheetRowState;
  reasons: RowProblem[];
}

/** Without halves of characters, which no address or header can have. */
const sentName = (name: string): string => [...name.replaceAll(/\p{Surrogate}/gu, '')].slice(0, 150).join('');

/** As the sheet numbers its rows, from 1: `2-501,503`. */
function rangesOf(places: readonly number[]): string {
  const ranges: string[] = [];
  for (let from = 0, to = 0; from < places.length; from = to) {
    for (to = from + 1; places[to] === (places[to - 1] ?? 0) + 1;) to += 1;
    const [first, last] = [(places[from] ?? 0) + 1, (places[to - 1] ?? 0) + 1];
    ranges.push(first === last ? String(first) : `${first}-${last}`);
  }
  return ranges.join(',');
}

const partSize = 1000;

/** Enough for titles above the headings. */
const shownFirst = 30;
/** Per cell. */
const shownLength = 200;
/** Per column. */
const shownLater = 3;

const widthOf = (rows: readonly (readonly string[])[]): number =>
  rows.reduce((most, row) => Math.max(most, row.length), 0);

function datesOf(rows: readonly (readonly string[])[], column: number): ColumnDates {
  let [isDay, isMonth, isOpen, date, text] = [false, false, false, '', ''];
  for (const row of rows) {
    const cell = row[column] ?? '';
    // Most cells are no dates.
    if (cell === '' || !/^\s*\d{1,4}[-/. ]\d/.test(cell)) continue;
    if (isYearFirst(cell)) {
      if (date === '' && swappedDate(cell.trim()) !== undefined) date = cell.trim();
      continue;
    }
    const isDayFirst = /^\s*(?:1[3-9]|2\d|3[01])[-/. ]\d{1,2}[-/. ]\d{2,4}/.test(cell);
    const isOpenCell = isAmbiguousDate(cell);
    isDay ||= isDayFirst;
    isMonth ||= isMonthFirst(cell);
    isOpen ||= isOpenCell;
    if (text === '' && (isDayFirst || isOpenCell || isMonthFirst(cell))) text = cell.trim();
  }
  const order = isDay && isMonth ? 'open' : isDay ? 'day' : isMonth ? 'month' : isOpen ? 'open' : undefined;
  return { ...(order && { order }), ...(date !== '' && text !== '' && { mixed: { date, text } }) };
}

function laterIn(rows: readonly (readonly string[])[], column: number): string[] {
  const found: string[] = [];
  for (let at = shownFirst; at < rows.length && found.length < shownLater; at += 1) {
    const text = rows[at]?.[column] ?? '';
    if (text.trim() !== '') found.push(text.slice(0, shownLength));
  }
  return found;
}

function infoOf({ name, isHidden, rows, numbers, problem, ...sheet }: Sheet): SheetInfo {
  const columns = Array.from({ length: widthOf(rows) }, (_, column) => column);
  return {
    name,
    isHidden,
    rows: rows.length,
    problem,
    first: rows.slice(0, shownFirst).map((row) => row.map((text) => text.slice(0, shownLength))),
    numbers: numbers.slice(0, shownFirst),
    later: columns.map((column) => laterIn(rows, column)),
    dates: columns.map((column) => datesOf(rows, column)),
    hiddenRows: sheet.hiddenRows ?? [],
    hiddenColumns: sheet.hiddenColumns ?? [],
  };
}

/** One import from file to last result, in a worker, so that long files do not block the page. */
export class ImportSession {
  private workbook: Workbook = { sheets: [], notes: [] };
  private sheet: ImportSheet | undefined;
  private setup: RunSetup | undefined;
  private chunk: StoredChunk | undefined;

  /** @throws UnreadableFile */
  async open(file: Blob): Promise<OpenedSheet> {
    // Read here, so that the page never holds the bytes.
    this.workbook = await readWorkbook(new Uint8Array(await file.arrayBuffer()));
    return this.opened();
  }

  /** @throws UnreadableFile */
  openText(text: string): OpenedSheet {
    const { note: _, ...sheet } = readCsv(text);
    this.workbook = { sheets: [{ name: 'Pasted', isHidden: false, ...sheet }], notes: [] };
    return this.opened();
  }

  private opened(): OpenedSheet {
    const { sheets, notes } = this.workbook;
    return { notes, sheets: sheets.map(infoOf) };
  }

  begin({ sheet, headingRow = -1, swapped = [], isHiddenExcluded = false, ...begin }: Begin): SheetSummary {
    const { rows = [], hiddenRows = [], widths, isTyped } = this.workbook.sheets[sheet] ?? {};
    rows.splice(0, headingRow + 1);
    // Frees the file's other sheets.
    this.workbook = { sheets: [], notes: [] };
    for (const row of rows)
      for (const column of swapped) {
        const after = swappedDate(row[column]?.trim() ?? '');
        if (after !== undefined) row[column] = after;
      }
    const hidden = hiddenRows.flatMap((at) => (at > headingRow ? [at - headingRow - 1] : []));
    const options = { ...begin.options, isTyped };
    const mostCells = headingRow < 0 ? undefined : widths?.[headingRow];
    return this.start({ ...begin, options, mostCells }, rows, { hidden, isHiddenExcluded });
  }

  /** Starts without a file. @param given the stored rows that are edited, and which rows the workbook hides */
  start(
    begin: RunSetup,
    rows: string[][],
    given: { before?: readonly (readonly string[])[]; hidden?: readonly number[]; isHiddenExcluded?: boolean } = {},
  ): SheetSummary {
    this.setup = begin;
    this.sheet = new ImportSheet({ ...begin, operation: operations[begin.operation], rows, ...given });
    void lockRun(begin.id);
    return this.sheet.summary();
  }

  addColumn(fieldName: string, heading: string): SheetSummary {
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
    const counts = stateCounts(states);
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const run = { id, operation, rows, states: counts, at: Date.now() };
    return { run, states: { ...states, chunk: this.chunk } };
  }

  /** Stores the rows, encrypted, so that a reload or crash loses nothing. */
  async save(): Promise<void> {
    await this.keep(true);
  }

  private *parts(): Generator<StoredRows> {
    const { setup: begin, run } = this;
    if (!begin) return;
    const { rows, before, hidden } = run.snapshot();
    for (let from = 0; from === 0 || from < rows.length; from += partSize) {
      const end = from + partSize;
      const part = { rows: rows.slice(from, end), before: before?.slice(from, end) };
      yield { begin, ...part, hidden: hidden.filter((at) => at >= from && at < end) };
    }
  }

  /** Short for any number of rows. */
  async saveStates(): Promise<void> {
    await this.keep(false);
  }

  /** Until each row is accepted or left out: then the server has the outcome of each. */
  private async keep(withRows: boolean): Promise<void> {
    const progress = this.progress();
    if (!progress) return;
    if (isFinished(progress.run)) await discard(progress.run.id);
    else await saveImport(progress.run, progress.states, withRows ? this.parts() : undefined);
  }

  /**
   * Stored before sending: after a crash these rows are not mistaken for unsent, and can be repeated with the same key.
   */
  async take(count: number): Promise<Chunk | undefined> {
    const rows = this.run.next(count);
    if (rows.length === 0) return undefined;
    this.chunk = { key: crypto.randomUUID(), sentAt: Date.now(), at: rows.map(({ at }) => at) };
    await this.saveStates();
    return this.sent(this.chunk, rows);
  }

  unanswered(): Chunk | undefined {
    const { chunk } = this;
    if (!chunk) return undefined;
    const own = new Set(chunk.at);
    const rows = this.run.unknown().filter(({ at }) => own.has(at));
    return rows.length === own.size ? this.sent(chunk, rows) : undefined;
  }

  private sent({ key, sentAt, at }: StoredChunk, rows: Chunk['rows']): Chunk {
    const { id = '', name: fileName = '' } = this.setup ?? {};
    const { run } = this.progress() ?? {};
    const of = (run?.rows ?? 0) - (run?.states.excluded ?? 0);
    return {
      key,
      sentAt,
      rows,
      imported: {
        id: idOfImport(id),
        fileName: sentName(fileName),
        rows: `${rangesOf(at)}/${of}`,
        isEnd: !this.run.hasReady(),
      },
    };
  }

  /** `isAnswered`: the chunk has its answer. */
  settle(results: readonly RowResult[], isAnswered: boolean): void {
    this.run.settle(results);
    if (isAnswered) this.chunk = undefined;
  }

  /** @returns undefined if there is none or it can't be decrypted; `elsewhere` if another tab has it open */
  async restore(id: string): Promise<{ begin: RunSetup; summary: SheetSummary } | 'elsewhere' | undefined> {
    if (!(await lockRun(id))) return 'elsewhere';
    const stored = await restoreImport<StoredRows, StoredProgress>(id);
    if (!stored) return undefined;
    const [first] = stored.rows;
    if (!first) return undefined;
    const { begin } = first;
    const rows = stored.rows.flatMap((it) => it.rows);
    this.start(begin, rows, {
      ...(first.before && { before: stored.rows.flatMap((it) => it.before ?? []) }),
      // An earlier version stored none.
      hidden: stored.rows.flatMap((it) => it.hidden ?? []),
    });
    this.chunk = stored.states.chunk;
    this.run.restore(decodeStates(stored.states));
    return { begin, summary: this.run.filter('all') };
  }

  /** @throws before the columns are assigned */
  get run(): ImportSheet {
    if (!this.sheet) throw new Error('The import has not begun');
    return this.sheet;
  }
}
