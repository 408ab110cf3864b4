import { fieldOf } from '#contract/fields.ts';
import type { RowProblem, RowReader } from './rows.ts';
import { isTaken, type SheetRow, type SheetRowState } from './summary.ts';

type Cause = Pick<RowProblem, 'fieldName' | 'message'>;

export type SheetFilter =
  | 'all'
  | 'problems'
  | 'changed'
  | 'refused'
  | 'unknown'
  | 'accepted'
  | 'waiting'
  | 'excluded'
  | { problem: Cause };

export interface SheetSort {
  column: number;
  isDescending: boolean;
}

/** A cell by its position on screen. */
export interface CellPosition {
  position: number;
  column: number;
}

export interface ShownRow {
  /** Index in the file, from 0. */
  at: number;
  cells: readonly string[];
  /** The stored cells of an edited record. */
  before?: readonly string[] | undefined;
  problems: readonly RowProblem[];
  state: SheetRowState;
}

export const hasProblem = (row: SheetRow | undefined, { fieldName, message }: Cause): boolean =>
  row !== undefined &&
  row.state !== 'excluded' &&
  [...row.reasons, ...row.problems].some((it) => it.message === message && it.fieldName === fieldName);

export function isShown(filter: SheetFilter, row: SheetRow): boolean {
  if (typeof filter === 'object') return hasProblem(row, filter.problem);
  if (filter === 'all') return true;
  if (filter === 'changed') return row.idle === undefined;
  if (filter === 'problems')
    return !isTaken(row.state) && row.state !== 'excluded' && row.problems.length + row.reasons.length > 0;
  return row.idle !== 'blank' && row.state === filter;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Whether a column sorts by value rather than as text. */
const isMeasured = (fieldName: string): boolean => /^(?:amount|rate|date)/.test(fieldOf(fieldName)?.input ?? '');

/**
 * Sorts rows by a column: amounts and dates by value, everything else as text. Empty and unreadable cells are last in
 * both directions. @param places row indexes in the file
 */
export function sortedSheet(
  places: readonly number[],
  rows: readonly SheetRow[],
  { column, isDescending }: SheetSort,
  fieldName: string | undefined,
  reader: RowReader,
): number[] {
  const keyOf = (text: string) =>
    fieldName !== undefined && isMeasured(fieldName) ? reader.value(fieldName, text) : text || undefined;
  const keyed = places.map((at) => ({ at, key: keyOf(rows[at]?.cells[column] ?? '') }));
  const sign = isDescending ? -1 : 1;
  return keyed
    .toSorted(({ key: one }, { key: other }) => {
      if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
      const order =
        typeof one === 'number' && typeof other === 'number'
          ? one - other
          : collator.compare(String(one), String(other));
      return sign * order;
    })
    .map((it) => it.at);
}

export interface TextSearch {
  text: string;
  column?: number | undefined;
  isWhole?: boolean;
  isCase?: boolean;
}

function holds({ text, isWhole, isCase }: TextSearch): (cell: string) => boolean {
  const known = (it: string) => (isCase ? it : it.toLowerCase());
  const search = known(text);
  return (cell) => (isWhole ? known(cell.trim()) === search.trim() : known(cell).includes(search));
}

export function replacedIn(search: TextSearch, by: string): (cell: string) => string {
  const isHolding = holds(search);
  if (search.isWhole) return (cell) => (isHolding(cell) ? by : cell);
  const pattern = new RegExp(search.text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), search.isCase ? 'g' : 'gi');
  return (cell) => cell.replace(pattern, () => by);
}

/** The next match, wrapping around. @param places row indexes of the view */
export function seekCell(
  places: readonly number[],
  columns: readonly number[],
  cellAt: (at: number, column: number) => string,
  { search, from, isBackwards }: { search: TextSearch; from: CellPosition; isBackwards: boolean },
): (CellPosition & { count: number; nth: number }) | undefined {
  if (search.text === '') return undefined;
  const isHolding = holds(search);
  const found: CellPosition[] = [];
  for (const [position, at] of places.entries())
    for (const column of columns) if (isHolding(cellAt(at, column))) found.push({ position, column });
  const compared = (position: CellPosition) => position.position - from.position || position.column - from.column;
  const next = isBackwards ? found.findLastIndex((it) => compared(it) < 0) : found.findIndex((it) => compared(it) > 0);
  const nth = next >= 0 ? next : isBackwards ? found.length - 1 : 0;
  const cell = found[nth];
  return cell && { ...cell, count: found.length, nth: nth + 1 };
}
