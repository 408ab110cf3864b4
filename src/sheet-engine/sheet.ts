import type { Operation } from '#contract/operation.ts';
import { Changes, type CellChange, type SheetChange } from './changes.ts';
import { Checks } from './checks.ts';
import { ClientNames, type KnownClient } from './clients/names.ts';
import { NewClients } from './clients/new.ts';
import type { ColumnFields } from './columns.ts';
import { clipboardCells } from './csv.ts';
import { markDuplicates } from './duplicates.ts';
import { Existing } from './existing.ts';
import { RowReader, type SheetItem, type RowProblem } from './rows.ts';
import { encodeStates, type StoredStates } from './states.ts';
import { rowCounts, isRowReady, isTaken, type SheetRow, type SheetRowState, type SheetSummary } from './summary.ts';
import type { ReadOptions } from './values.ts';
import {
  hasProblem,
  isShown,
  replacedIn,
  seekCell,
  sortedSheet,
  type CellPosition,
  type SheetFilter,
  type ShownRow,
  type SheetSort,
  type TextSearch,
} from './view.ts';

interface SheetSpec {
  operation: Operation;
  rows: string[][];
  /** Of edited records: only differences are sent. */
  before?: readonly (readonly string[])[] | undefined;
  /** Indexes of rows that the workbook hides. */
  hidden?: readonly number[] | undefined;
  /** They begin excluded; this is no step to undo. */
  isHiddenExcluded?: boolean | undefined;
  /** See `RunSetup`. */
  mostCells?: number | undefined;
  headings?: readonly string[];
  columns: ColumnFields;
  constants: Readonly<Record<string, string>>;
  options: ReadOptions;
}

/** Minimum rows, the last one empty to type into. */
const fewestRows = 12;

/** Shared: most of 100,000 rows have no problem, repair or answer. */
const none: never[] = [];
const orNone = <T>(list: T[]): T[] => (list.length > 0 ? list : none);

/** All rows of an import and their states, so that the page holds only visible rows. */
export class ImportSheet {
  private readonly spec: SheetSpec;
  private readonly reader: RowReader;
  private columns: ColumnFields = [];
  private readonly rows: SheetRow[];
  private readonly changes = new Changes();
  readonly checks: Checks;
  readonly clients: NewClients;
  readonly existing: Existing;
  private readonly names: ClientNames;
  private shown: { filter: SheetFilter; by: SheetSort | null; rows: number[] } = { filter: 'all', by: null, rows: [] };

  constructor(spec: SheetSpec) {
    this.spec = { ...spec, rows: [] };
    this.reader = new RowReader(spec.operation, spec.options);
    this.columns = this.sent(spec.columns);
    // Edited rows keep a copy of the original cells; others take over the input.
    this.rows = spec.rows.map((cells, at) => this.fresh(spec.before ? [...cells] : cells, spec.before?.[at]));
    for (const at of spec.hidden ?? []) {
      const row = this.rows[at];
      if (!row) continue;
      row.isHidden = true;
      if (spec.isHiddenExcluded && row.idle !== 'blank') row.state = 'excluded';
    }
    this.clients = new NewClients(this.rows, spec, () => this.findConflicts());
    this.names = new ClientNames(this.rows, spec.columns);
    this.existing = new Existing(this.rows, spec.operation.name, () => this.findConflicts());
    this.checks = new Checks(this.rows, this.clients.isWanted);
    this.findConflicts();
    this.filter('all');
  }

  private sent(columns: ColumnFields): ColumnFields {
    const { fieldNames } = this.reader;
    return columns.map((it) => (it !== undefined && fieldNames.includes(it) ? it : undefined));
  }

  private fresh(cells: string[], before?: readonly string[]): SheetRow {
    const { columns, headings = [], constants, mostCells = Infinity } = this.spec;
    const oddity = before ? undefined : this.reader.oddity(cells, columns, headings, mostCells);
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

  addColumn(fieldName: string): void {
    const columns = [...this.spec.columns, fieldName];
    this.spec.columns = columns;
    this.columns = this.sent(columns);
    this.names.layOut(columns);
    this.clients.layOut(columns);
    this.findConflicts();
  }

  private findConflicts(): void {
    for (const row of this.names.fill()) this.readAgain(row);
    for (const row of this.rows)
      if (row.problems.some((it) => it.isDuplicate))
        row.problems = orNone(row.problems.filter((it) => !it.isDuplicate));
    this.names.findProblems();
    this.clients.findProblems();
    markDuplicates(this.rows, this.spec.operation.name);
    this.existing.findProblems();
  }

  /** @param clients existing ones; undefined if unknown, then none is added or found by name */
  knowClients(clients: readonly KnownClient[] | undefined): SheetSummary {
    this.names.know(clients ?? []);
    this.clients.know(clients?.map(({ number }) => number));
    return this.summary();
  }

  /** Corrected rows stay visible until filter or order change. */
  filter(filter: SheetFilter): SheetSummary {
    return this.show(filter, this.shown.by);
  }

  /** The order on screen; sending keeps the file's order. */
  order(by: SheetSort | null): SheetSummary {
    return this.show(this.shown.filter, by);
  }

  private show(filter: SheetFilter, by: SheetSort | null): SheetSummary {
    const found = this.rows.flatMap((row, at) => (isShown(filter, row) ? [at] : []));
    const rows = by ? sortedSheet(found, this.rows, by, this.spec.columns[by.column], this.reader) : found;
    this.shown = { filter, by, rows };
    return this.summary();
  }

  /** Empty rows at the end; none for edits, and none once something was sent. */
  private get spare(): number {
    const isSent = ({ state }: SheetRow) => state !== 'unsent' && state !== 'excluded';
    if (this.shown.filter !== 'all' || this.spec.before || this.rows.some(isSent)) return 0;
    return Math.max(1, fewestRows - this.rows.length);
  }

  /** Rows by position in the view; `end` is exclusive. */
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

  /** Index in the file of a position; beyond the last row, that of a row to be added. */
  private placeOf(position: number): number {
    return this.shown.rows[position] ?? this.rows.length + position - this.shown.rows.length;
  }

  find(problem: RowProblem): number | undefined {
    const position = this.shown.rows.findIndex((at) => hasProblem(this.rows[at], problem));
    return position < 0 ? undefined : position;
  }

  /** Wraps around. @returns the cell, the number of matches, and its number among them from 1 */
  seek(
    search: TextSearch,
    from: CellPosition,
    isBackwards = false,
  ): (CellPosition & { count: number; nth: number }) | undefined {
    return seekCell(this.shown.rows, this.searched(search), this.cellAt, { search, from, isBackwards });
  }

  private searched = ({ column }: TextSearch): readonly number[] =>
    column === undefined ? [...this.spec.columns.keys()] : [column];

  /** Excluded rows stay excluded. */
  private readAgain(row: SheetRow): void {
    const state = row.state === 'excluded' ? 'excluded' : 'unsent';
    Object.assign(row, this.fresh(row.cells, row.before), { state });
  }

  private apply(change: SheetChange, side: 'before' | 'after'): void {
    for (const step of change) {
      if ('isExcluded' in step) {
        const row = this.rows[step.at];
        if (row?.state === 'unsent' || row?.state === 'excluded')
          row.state = step.isExcluded === (side === 'after') ? 'excluded' : 'unsent';
        continue;
      }
      while (this.rows.length <= step.at) this.shown.rows.push(this.rows.push(this.fresh([])) - 1);
      const row = this.rows[step.at];
      // Rows that were taken and unknown ones can't be edited.
      if (!row || isTaken(row.state) || row.state === 'unknown') continue;
      while (row.cells.length <= step.column) row.cells.push('');
      row.cells[step.column] = step[side];
      this.readAgain(row);
    }
    this.findConflicts();
  }

  private act(change: CellChange[]): SheetSummary {
    const real = change.filter((it) => it.before !== it.after);
    if (real.length > 0) {
      this.apply(real, 'after');
      this.changes.add(real);
    }
    return this.summary();
  }

  private cellAt = (at: number, column: number): string => this.rows[at]?.cells[column] ?? '';

  /** Row by row as shown; the sheet grows if needed. */
  paste(position: number, column: number, block: readonly (readonly string[])[]): SheetSummary {
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

  /** A single cell fills the selection. */
  pasteText(
    position: number,
    column: number,
    text: string,
    selected: { height: number; breadth: number },
  ): SheetSummary {
    const block = clipboardCells(text);
    const [only] = block.length === 1 && block[0]?.length === 1 ? block[0] : [];
    if (only === undefined) return this.paste(position, column, block);
    const filled = Array.from({ length: selected.height }, () => Array.from({ length: selected.breadth }, () => only));
    return this.paste(position, column, filled);
  }

  /** In visible rows with this problem, or a range of positions. */
  fill(column: number, after: string, rows: { problem: RowProblem } | { first: number; end: number }): SheetSummary {
    const chosen =
      'problem' in rows
        ? this.shown.rows.filter((at) => hasProblem(this.rows[at], rows.problem))
        : this.shown.rows.slice(rows.first, rows.end);
    return this.act(chosen.map((at) => ({ at, column, before: this.cellAt(at, column), after })));
  }

  /** In visible rows; one undo step. */
  replace(search: TextSearch, by: string): SheetSummary {
    if (search.text === '') return this.summary();
    const replaced = replacedIn(search, by);
    const columns = this.searched(search);
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
   * One undo step. Excluded rows stay in the sheet and the counts.
   * @param rows with a problem, a range of positions, or those that the workbook hides
   */
  exclude(rows: { problem: RowProblem } | { first: number; end: number } | 'hidden', isExcluded = true): SheetSummary {
    const isRange = typeof rows === 'object' && 'first' in rows;
    const chosen = isRange ? this.shown.rows.slice(rows.first, rows.end) : this.rows.keys();
    const isAsked = (row: SheetRow) => isRange || (rows === 'hidden' ? row.isHidden : hasProblem(row, rows.problem));
    const change = [...chosen].flatMap((at) => {
      const row = this.rows[at];
      const isMeant = row?.state === (isExcluded ? 'unsent' : 'excluded') && row.idle !== 'blank';
      return isMeant && isAsked(row) ? [{ at, isExcluded }] : [];
    });
    if (change.length > 0) {
      this.apply(change, 'after');
      this.changes.add(change);
    }
    return this.filter(typeof this.shown.filter === 'object' ? 'all' : this.shown.filter);
  }

  /** Whether rows are sent although the same is there already: those with this problem, a range of positions, or all. */
  allow(rows: { problem: RowProblem } | { first: number; end: number } | 'all', isAllowed: boolean): SheetSummary {
    const isRange = typeof rows === 'object' && 'first' in rows;
    const chosen = isRange ? this.shown.rows.slice(rows.first, rows.end) : this.rows.keys();
    const isAsked = (row: SheetRow) => isRange || rows === 'all' || hasProblem(row, rows.problem);
    this.existing.allow([...chosen].flatMap((at) => this.rows[at] ?? []).filter(isAsked), isAllowed);
    return this.filter(typeof this.shown.filter === 'object' ? 'all' : this.shown.filter);
  }

  undo(): SheetSummary {
    const change = this.changes.undo();
    if (change) this.apply(change, 'before');
    return this.summary();
  }

  redo(): SheetSummary {
    const change = this.changes.redo();
    if (change) this.apply(change, 'after');
    return this.summary();
  }

  /** In file order. They count as unknown until settled. */
  next(count: number): { at: number; item: SheetItem }[] {
    const found: { at: number; item: SheetItem }[] = [];
    for (let at = 0; at < this.rows.length && found.length < count; at += 1) {
      const row = this.rows[at];
      if (!row || !isRowReady(row) || this.clients.isWanted(row)) continue;
      found.push({ at, item: row.item });
    }
    for (const { at } of found) Object.assign(this.rows[at] ?? {}, { state: 'unknown' });
    return found;
  }

  /** Also where the row waits for its new client. */
  hasReady(): boolean {
    return this.rows.some(isRowReady);
  }

  unknown(): { at: number; item: SheetItem }[] {
    return this.rows.flatMap((row, at) => (row.state === 'unknown' ? [{ at, item: row.item }] : []));
  }

  /** Refused rows can be corrected, which makes them ready again. */
  settle(results: readonly { at: number; state: SheetRowState; reasons: RowProblem[] }[]): void {
    for (const { at, state, reasons } of results) {
      const row = this.rows[at];
      if (row) Object.assign(row, { state, reasons: orNone(reasons) });
    }
  }

  restore(results: Parameters<ImportSheet['settle']>[0]): void {
    this.settle(results);
    // Excluded rows are no duplicates.
    this.findConflicts();
  }

  cellsOf(state: SheetRowState): { cells: string[]; reasons: string }[] {
    return this.rows.flatMap((row) =>
      row.state === state ? [{ cells: row.cells, reasons: row.reasons.map((it) => it.message).join(' ') }] : [],
    );
  }

  snapshot() {
    return {
      rows: this.rows.map((it) => it.cells),
      hidden: [...this.rows.entries()].flatMap(([at, it]) => (it.isHidden ? [at] : [])),
      before: this.spec.before && this.rows.map((it) => it.before ?? []),
    };
  }

  states = (): StoredStates => encodeStates(this.rows);

  summary(): SheetSummary {
    return {
      ...rowCounts(this.rows),
      clients: { toAdd: this.clients.count(), added: this.clients.added },
      shown: this.shown.rows.length + this.spare,
      isEdit: this.spec.before !== undefined,
      canUndo: this.changes.canUndo,
      canRedo: this.changes.canRedo,
    };
  }
}
