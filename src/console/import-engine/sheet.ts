import type { Operation } from '../../contract/operation.ts';
import type { ColumnFields } from './columns.ts';
import { RowReader, sameness, type Item, type Problem } from './rows.ts';
import { countsOf, isReady, type Row, type RowState, type Summary } from './summary.ts';
import type { ReadOptions } from './values.ts';

/** A row as it is shown. */
export interface ShownRow {
  /** Its place in the file, from 0. */
  at: number;
  cells: readonly string[];
  problems: readonly Problem[];
  state: RowState;
}

export type Filter = 'all' | 'problems' | 'refused' | 'unknown' | 'accepted';

/** Cells that one action changed. */
type Change = { at: number; column: number; before: string; after: string }[];

export interface SheetSpec {
  operation: Operation;
  rows: string[][];
  columns: ColumnFields;
  constants: Readonly<Record<string, string>>;
  options: ReadOptions;
}

const keptChanges = 200;

/** The rows of an import: read, corrected and accounted for. Everything about them is here, so that a page holds only what it shows. */
export class ImportSheet {
  private readonly spec: SheetSpec;
  private readonly reader: RowReader;
  private readonly rows: Row[];
  private readonly done: Change[] = [];
  private readonly undone: Change[] = [];
  private filtered: { filter: Filter; rows: number[] } = { filter: 'all', rows: [] };

  constructor(spec: SheetSpec) {
    this.spec = spec;
    this.reader = new RowReader(spec.operation, spec.options);
    this.rows = spec.rows.map((cells) => this.fresh(cells));
    this.findTwins();
    this.filter('all');
  }

  private fresh(cells: string[]): Row {
    return { cells, state: 'unsent', said: [], ...this.reader.row(cells, this.spec.columns, this.spec.constants) };
  }

  /** Rows that would do the same twice have a problem each, but for the first. */
  private findTwins(): void {
    const first = new Set<string>();
    for (const row of this.rows) {
      row.problems = row.problems.filter((it) => !it.isTwin);
      if (row.problems.some((it) => !it.isWarning)) continue;
      const same = sameness(this.spec.operation.name, row.item);
      if (!same) continue;
      if (first.has(same.key)) {
        row.problems.push({ message: same.message, isWarning: same.isWarning, isTwin: true });
      } else first.add(same.key);
    }
  }

  private isIn(filter: Filter, row: Row): boolean {
    if (filter === 'all') return true;
    if (filter === 'problems') return row.problems.length > 0 && row.state !== 'accepted';
    return row.state === filter;
  }

  /** Shows the rows of a filter, in the order of the file; corrected rows stay until it is chosen again. */
  filter(filter: Filter): Summary {
    this.filtered = { filter, rows: this.rows.flatMap((row, at) => (this.isIn(filter, row) ? [at] : [])) };
    return this.summary();
  }

  /** Rows by their position in the filter, the end not among them. */
  window(first: number, end: number): ShownRow[] {
    return this.filtered.rows.slice(first, end).flatMap((at) => {
      const row = this.rows[at];
      return row ? [{ at, cells: row.cells, problems: [...row.said, ...row.problems], state: row.state }] : [];
    });
  }

  /** The position in the filter of the first row that has a problem, or nothing. */
  find({ fieldName, message }: Problem): number | undefined {
    const has = (it: Problem) => it.message === message && it.fieldName === fieldName;
    const position = this.filtered.rows.findIndex((at) => {
      const row = this.rows[at];
      return row !== undefined && [...row.said, ...row.problems].some(has);
    });
    return position < 0 ? undefined : position;
  }

  private apply(change: Change, side: 'before' | 'after'): void {
    for (const it of change) {
      const row = this.rows[it.at];
      // What was accepted, or may have been, is no longer a draft.
      if (!row || row.state === 'accepted' || row.state === 'unknown') continue;
      while (row.cells.length <= it.column) row.cells.push('');
      row.cells[it.column] = it[side];
      Object.assign(row, { ...this.fresh(row.cells), cells: row.cells });
    }
    this.findTwins();
  }

  private act(change: Change): Summary {
    const real = change.filter((it) => it.before !== it.after);
    if (real.length > 0) {
      this.apply(real, 'after');
      this.done.push(real);
      if (this.done.length > keptChanges) this.done.shift();
      this.undone.length = 0;
    }
    return this.summary();
  }

  private cellAt = (at: number, column: number): string => this.rows[at]?.cells[column] ?? '';

  /** Puts a block of texts where its first cell is, row by row of the filter. */
  paste(position: number, column: number, block: readonly (readonly string[])[]): Summary {
    return this.act(
      block.flatMap((texts, down) => {
        const at = this.filtered.rows[position + down];
        if (at === undefined) return [];
        return texts.flatMap((after, right) =>
          column + right < this.spec.columns.length
            ? [{ at, column: column + right, before: this.cellAt(at, column + right), after }]
            : [],
        );
      }),
    );
  }

  /** Gives all rows of the filter with this problem, or from one position to another, the same text. */
  fill(column: number, after: string, rows: { problem: Problem } | { first: number; end: number }): Summary {
    const chosen =
      'problem' in rows
        ? this.filtered.rows.filter((at) =>
            this.rows[at]?.problems.some(
              (it) => it.message === rows.problem.message && it.fieldName === rows.problem.fieldName,
            ),
          )
        : this.filtered.rows.slice(rows.first, rows.end);
    return this.act(chosen.map((at) => ({ at, column, before: this.cellAt(at, column), after })));
  }

  /** Replaces a text in one column of the rows of the filter, whatever its case. */
  replace(column: number, sought: string, by: string): Summary {
    if (sought === '') return this.summary();
    const pattern = new RegExp(sought.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi');
    return this.act(
      this.filtered.rows.map((at) => {
        const before = this.cellAt(at, column);
        return { at, column, before, after: before.replace(pattern, () => by) };
      }),
    );
  }

  /** Leaves rows out for good: they are not part of this run. */
  leaveOut(rows: { problem: Problem }): Summary {
    const has = (row: Row) =>
      row.state === 'unsent' &&
      row.problems.some((it) => it.message === rows.problem.message && it.fieldName === rows.problem.fieldName);
    const kept = this.rows.filter((row) => !has(row));
    this.rows.splice(0, this.rows.length, ...kept);
    // Changes name rows by their place, which is another now.
    this.done.length = 0;
    this.undone.length = 0;
    this.findTwins();
    return this.filter(this.filtered.filter);
  }

  undo(): Summary {
    const change = this.done.pop();
    if (change) {
      this.apply(change, 'before');
      this.undone.push(change);
    }
    return this.summary();
  }

  redo(): Summary {
    const change = this.undone.pop();
    if (change) {
      this.apply(change, 'after');
      this.done.push(change);
    }
    return this.summary();
  }

  /** The next rows that are ready, as they go: in the order of the file. Until they are settled nobody knows about them. */
  next(count: number): { at: number; item: Item }[] {
    const found: { at: number; item: Item }[] = [];
    for (let at = 0; at < this.rows.length && found.length < count; at += 1) {
      const row = this.rows[at];
      if (!row || !isReady(row)) continue;
      found.push({ at, item: row.item });
    }
    for (const { at } of found) Object.assign(this.rows[at] ?? {}, { state: 'unknown' });
    return found;
  }

  /** Rows whose result is not known, as they went. */
  unknown(): { at: number; item: Item }[] {
    return this.rows.flatMap((row, at) => (row.state === 'unknown' ? [{ at, item: row.item }] : []));
  }

  /** Notes what became of rows. What was refused stays to be corrected; correcting it makes it ready again. */
  settle(results: readonly { at: number; state: RowState; said: Problem[] }[]): Summary {
    for (const { at, state, said } of results) {
      const row = this.rows[at];
      if (row) Object.assign(row, { state, said });
    }
    return this.summary();
  }

  /** Lets what was refused go again as it is. */
  again(): Summary {
    for (const row of this.rows) if (row.state === 'refused') Object.assign(row, { state: 'unsent', said: [] });
    return this.summary();
  }

  /** Rows of one state exactly as they stand, for a file. */
  cellsOf(state: RowState): { cells: string[]; said: string }[] {
    return this.rows.flatMap((row) =>
      row.state === state ? [{ cells: row.cells, said: row.said.map((it) => it.message).join(' ') }] : [],
    );
  }

  /** What a browser keeps of a run. */
  snapshot(): { rows: string[][]; states: { state: RowState; said: Problem[] }[] } {
    return { rows: this.rows.map((it) => it.cells), states: this.rows.map(({ state, said }) => ({ state, said })) };
  }

  summary(): Summary {
    return {
      ...countsOf(this.rows),
      rows: this.rows.length,
      shown: this.filtered.rows.length,
      canUndo: this.done.length > 0,
      canRedo: this.undone.length > 0,
    };
  }
}
