import type { Operation } from '#contract/operation.ts';
import { Changes, type CellChange, type Change } from './changes.ts';
import { Checks } from './checks.ts';
import { ClientNames, type KnownClient } from './clients/names.ts';
import { NewClients } from './clients/new.ts';
import type { ColumnFields } from './columns.ts';
import { clipboardCells } from './csv.ts';
import { markDuplicates } from './duplicates.ts';
import { RowReader, type Item, type Problem } from './rows.ts';
import { encodeStates, type StoredStates } from './states.ts';
import { countsOf, isReady, type Row, type RowState, type Summary } from './summary.ts';
import type { ReadOptions } from './values.ts';
import {
  hasProblem,
  isShown,
  replacedIn,
  seekCell,
  sorted,
  type Filter,
  type Place,
  type ShownRow,
  type SortBy,
  type Sought,
} from './view.ts';

export interface SheetSpec {
  operation: Operation;
  rows: string[][];
  /** The rows as they were opened, where they edit records: only what differs from them is sent. */
  before?: readonly (readonly string[])[] | undefined;
  headings?: readonly string[];
  columns: ColumnFields;
  constants: Readonly<Record<string, string>>;
  options: ReadOptions;
}

/** Rows that a sheet has at least, the last of them empty, so that there is always one to type in. */
const fewestRows = 12;

/** Most rows have no problem, no repair and no answer: 100,000 rows share one empty list. */
const none: never[] = [];
const orNone = <T>(list: T[]): T[] => (list.length > 0 ? list : none);

/** The rows of an import: read, corrected and accounted for. Everything about them is here, so that a page holds only what it shows. */
export class ImportSheet {
  private readonly spec: SheetSpec;
  private readonly reader: RowReader;
  /** Those that are part of what is sent. */
  private columns: ColumnFields = [];
  private readonly rows: Row[];
  private readonly changes = new Changes();
  readonly checks: Checks;
  readonly clients: NewClients;
  private readonly names: ClientNames;
  private shown: { filter: Filter; by: SortBy | null; rows: number[] } = { filter: 'all', by: null, rows: [] };

  constructor(spec: SheetSpec) {
    this.spec = { ...spec, rows: [] };
    this.reader = new RowReader(spec.operation, spec.options);
    this.columns = this.sent(spec.columns);
    // Rows that are compared with what they were keep that apart; all others are the sheet's own from here on.
    this.rows = spec.rows.map((cells, at) => this.fresh(spec.before ? [...cells] : cells, spec.before?.[at]));
    this.clients = new NewClients(this.rows, spec, () => this.findConflicts());
    this.names = new ClientNames(this.rows, spec.columns);
    this.checks = new Checks(this.rows, this.clients.isWanted);
    this.findConflicts();
    this.filter('all');
  }

  /** The fields of columns that are part of what is sent. */
  private sent(columns: ColumnFields): ColumnFields {
    const { fieldNames } = this.reader;
    return columns.map((it) => (it !== undefined && fieldNames.includes(it) ? it : undefined));
  }

  private fresh(cells: string[], before?: readonly string[]): Row {
    const { columns, headings = [], constants } = this.spec;
    const oddity = before ? undefined : this.reader.oddity(cells, columns, headings);
    const { item, problems, repairs, idle } = this.reader.row(cells, this.columns, constants, before);
    return {
      cells,
      before,
      state: 'unsent',
      reasons: none,
      item,
      problems: oddity ? [{ message: oddity }] : orNone(problems),
      repairs: oddity ? none : orNone(repairs),
      idle,
      isOdd: oddity !== undefined,
      client: undefined,
    };
  }

  /** Adds a column at the end, in which every cell is empty. */
  addColumn(fieldName: string): void {
    const columns = [...this.spec.columns, fieldName];
    this.spec.columns = columns;
    this.columns = this.sent(columns);
    this.names.layOut(columns);
    this.clients.layOut(columns);
    this.findConflicts();
  }

  /** Finds what is wrong with rows together, and what they have from elsewhere. */
  private findConflicts(): void {
    for (const row of this.names.fill()) this.readAgain(row);
    for (const row of this.rows)
      if (row.problems.some((it) => it.isDuplicate))
        row.problems = orNone(row.problems.filter((it) => !it.isDuplicate));
    this.names.findProblems();
    this.clients.findProblems();
    markDuplicates(this.rows, this.spec.operation.name);
  }

  /** @param clients who are there; nothing where that cannot be known, so that none is added or found by name */
  knowClients(clients: readonly KnownClient[] | undefined): Summary {
    this.names.know(clients ?? []);
    this.clients.know(clients?.map(({ number }) => number));
    return this.summary();
  }

  /** Shows the rows of a filter in the order chosen; corrected rows stay where they are until one of both is chosen again. */
  filter(filter: Filter): Summary {
    return this.show(filter, this.shown.by);
  }

  /** Shows the rows in the order of a column, or of the file. What is sent, and in which order, stays the same. */
  order(by: SortBy | null): Summary {
    return this.show(this.shown.filter, by);
  }

  private show(filter: Filter, by: SortBy | null): Summary {
    const found = this.rows.flatMap((row, at) => (isShown(filter, row) ? [at] : []));
    const rows = by ? sorted(found, this.rows, by, this.spec.columns[by.column], this.reader) : found;
    this.shown = { filter, by, rows };
    return this.summary();
  }

  /** Empty rows below the others. There are none where rows would not be new ones, and none once something was sent. */
  private get spare(): number {
    const isSent = ({ state }: Row) => state !== 'unsent' && state !== 'excluded';
    if (this.shown.filter !== 'all' || this.spec.before || this.rows.some(isSent)) return 0;
    return Math.max(1, fewestRows - this.rows.length);
  }

  /** Rows by their position in what is shown, the end not among them. */
  window(first: number, end: number): ShownRow[] {
    const last = Math.min(end, this.shown.rows.length + this.spare);
    return Array.from({ length: Math.max(0, last - first) }, (_, down) => {
      const at = this.placeOf(first + down);
      const row = this.rows[at];
      if (!row) return { at, cells: [], problems: [], state: 'unsent' };
      const { cells, before, reasons, problems, state } = row;
      return { at, cells, before, problems: [...reasons, ...problems], state };
    });
  }

  /** Where the row at a position stands in the file; below the last those that are not there yet. */
  private placeOf(position: number): number {
    return this.shown.rows[position] ?? this.rows.length + position - this.shown.rows.length;
  }

  /** The position of the first row that has a problem, or nothing. */
  find(problem: Problem): number | undefined {
    const position = this.shown.rows.findIndex((at) => hasProblem(this.rows[at], problem));
    return position < 0 ? undefined : position;
  }

  /**
   * The next cell that holds a text, from one on and round the end.
   * @returns the cell, how many cells hold it, and which of them this is, from 1; nothing where none does
   */
  seek(sought: Sought, from: Place, isBackwards = false): (Place & { count: number; nth: number }) | undefined {
    return seekCell(this.shown.rows, this.searched(sought), this.cellAt, { sought, from, isBackwards });
  }

  private searched = ({ column }: Sought): readonly number[] =>
    column === undefined ? [...this.spec.columns.keys()] : [column];

  /** Reads a row after a change; one that is excluded stays so. */
  private readAgain(row: Row): void {
    const state = row.state === 'excluded' ? 'excluded' : 'unsent';
    Object.assign(row, this.fresh(row.cells, row.before), { state });
  }

  private apply(change: Change, side: 'before' | 'after'): void {
    for (const it of change) {
      if ('isExcluded' in it) {
        const row = this.rows[it.at];
        if (row?.state === 'unsent' || row?.state === 'excluded')
          row.state = it.isExcluded === (side === 'after') ? 'excluded' : 'unsent';
        continue;
      }
      while (this.rows.length <= it.at) this.shown.rows.push(this.rows.push(this.fresh([])) - 1);
      const row = this.rows[it.at];
      // What was accepted, or may have been, is no longer a draft.
      if (!row || row.state === 'accepted' || row.state === 'unknown') continue;
      while (row.cells.length <= it.column) row.cells.push('');
      row.cells[it.column] = it[side];
      this.readAgain(row);
    }
    this.findConflicts();
  }

  private act(change: CellChange[]): Summary {
    const real = change.filter((it) => it.before !== it.after);
    if (real.length > 0) {
      this.apply(real, 'after');
      this.changes.add(real);
    }
    return this.summary();
  }

  private cellAt = (at: number, column: number): string => this.rows[at]?.cells[column] ?? '';

  /** Puts a block of texts where its first cell is, row by row as they are shown; the sheet grows as it must. */
  paste(position: number, column: number, block: readonly (readonly string[])[]): Summary {
    const canGrow = this.shown.filter === 'all' && !this.spec.before;
    const most = canGrow ? block.length : this.shown.rows.length - position;
    return this.act(
      block.slice(0, most).flatMap((texts, down) => {
        const at = this.placeOf(position + down);
        return texts.flatMap((after, right) =>
          column + right < this.spec.columns.length
            ? [{ at, column: column + right, before: this.cellAt(at, column + right), after }]
            : [],
        );
      }),
    );
  }

  /** Pastes what was copied from a spreadsheet; a single cell fills what is selected. */
  pasteText(position: number, column: number, text: string, selected: { height: number; breadth: number }): Summary {
    const block = clipboardCells(text);
    const [only] = block.length === 1 && block[0]?.length === 1 ? block[0] : [];
    if (only === undefined) return this.paste(position, column, block);
    const filled = Array.from({ length: selected.height }, () => Array.from({ length: selected.breadth }, () => only));
    return this.paste(position, column, filled);
  }

  /** Gives all rows that are shown and have this problem, or from one position to another, the same text. */
  fill(column: number, after: string, rows: { problem: Problem } | { first: number; end: number }): Summary {
    const chosen =
      'problem' in rows
        ? this.shown.rows.filter((at) => hasProblem(this.rows[at], rows.problem))
        : this.shown.rows.slice(rows.first, rows.end);
    return this.act(chosen.map((at) => ({ at, column, before: this.cellAt(at, column), after })));
  }

  /** Replaces a text in the rows that are shown; one step to undo. */
  replace(sought: Sought, by: string): Summary {
    if (sought.text === '') return this.summary();
    const replaced = replacedIn(sought, by);
    const columns = this.searched(sought);
    return this.act(
      this.shown.rows.flatMap((at) =>
        columns.map((column) => {
          const before = this.cellAt(at, column);
          return { at, column, before, after: replaced(before) };
        }),
      ),
    );
  }

  /**
   * Keeps rows from being sent, or includes them again; one step to undo. They stay in their places and are counted.
   * @param rows that have a problem, or from one position to another
   */
  exclude(rows: { problem: Problem } | { first: number; end: number }, isExcluded = true): Summary {
    const chosen = 'problem' in rows ? this.rows.keys() : this.shown.rows.slice(rows.first, rows.end);
    const change = [...chosen].flatMap((at) => {
      const row = this.rows[at];
      const isMeant = row?.state === (isExcluded ? 'unsent' : 'excluded') && row.idle !== 'blank';
      return isMeant && (!('problem' in rows) || hasProblem(row, rows.problem)) ? [{ at, isExcluded }] : [];
    });
    if (change.length > 0) {
      this.apply(change, 'after');
      this.changes.add(change);
    }
    return this.filter(typeof this.shown.filter === 'object' ? 'all' : this.shown.filter);
  }

  undo(): Summary {
    const change = this.changes.undo();
    if (change) this.apply(change, 'before');
    return this.summary();
  }

  redo(): Summary {
    const change = this.changes.redo();
    if (change) this.apply(change, 'after');
    return this.summary();
  }

  /** The next rows that are ready, as they go: in the order of the file. Until they are settled nobody knows about them. */
  next(count: number): { at: number; item: Item }[] {
    const found: { at: number; item: Item }[] = [];
    for (let at = 0; at < this.rows.length && found.length < count; at += 1) {
      const row = this.rows[at];
      if (!row || !isReady(row) || this.clients.isWanted(row)) continue;
      found.push({ at, item: row.item });
    }
    for (const { at } of found) Object.assign(this.rows[at] ?? {}, { state: 'unknown' });
    return found;
  }

  /** Rows whose result is not known, as they went. */
  unknown(): { at: number; item: Item }[] {
    return this.rows.flatMap((row, at) => (row.state === 'unknown' ? [{ at, item: row.item }] : []));
  }

  /** Records the results of rows. What was refused stays to be corrected; correcting it makes it ready again. */
  settle(results: readonly { at: number; state: RowState; reasons: Problem[] }[]): void {
    for (const { at, state, reasons } of results) {
      const row = this.rows[at];
      if (row) Object.assign(row, { state, reasons: orNone(reasons) });
    }
  }

  /** Continues with the states of a stored run. */
  restore(results: Parameters<ImportSheet['settle']>[0]): void {
    this.settle(results);
    // Rows that are excluded are no duplicates of others.
    this.findConflicts();
  }

  /** Rows of one state exactly as they stand, for a file. */
  cellsOf(state: RowState): { cells: string[]; reasons: string }[] {
    return this.rows.flatMap((row) =>
      row.state === state ? [{ cells: row.cells, reasons: row.reasons.map((it) => it.message).join(' ') }] : [],
    );
  }

  /** What is stored of a run besides the states of its rows. */
  snapshot() {
    return {
      rows: this.rows.map((it) => it.cells),
      before: this.spec.before && this.rows.map((it) => it.before ?? []),
    };
  }

  states = (): StoredStates => encodeStates(this.rows);

  summary(): Summary {
    return {
      ...countsOf(this.rows),
      clients: { toAdd: this.clients.count(), added: this.clients.added },
      shown: this.shown.rows.length + this.spare,
      isEdit: this.spec.before !== undefined,
      canUndo: this.changes.canUndo,
      canRedo: this.changes.canRedo,
    };
  }
}
