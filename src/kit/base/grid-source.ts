import type { DateText } from '#rules/calendar.ts';
import type { ColumnSpec, Row } from '#rules/column.ts';

/** A condition on one column. Ranges are inclusive; amounts in whole cents. */
export type Filter =
  | { fieldName: string; kind: 'number'; least?: number; most?: number }
  | { fieldName: string; kind: 'date'; from?: DateText; to?: DateText }
  | { fieldName: string; kind: 'oneOf'; values: (string | null)[] }
  | { fieldName: string; kind: 'noneOf'; values: string[] }
  /** What the source takes its values to mean. */
  | { fieldName: string; kind: 'means'; values: string[] }
  | { fieldName: string; kind: 'text'; has: string };

export interface GridView {
  /** Searched in all text columns, ignoring case. */
  search: string;
  filters: readonly Filter[];
  sort: { fieldName: string; isDescending: boolean } | null;
}

export interface GridState {
  /** Nothing is loading, complete or not. */
  isSettled: boolean;
  /** Records that count, and how many of them the view shows. */
  total: number;
  count: number;
  /** A new view is not applied yet. */
  isBusy: boolean;
}

export interface RowSource {
  subscribe(listener: () => void): () => void;
  /** A new object after every visible change, for `useSyncExternalStore`. */
  getSnapshot(): { count: number };
  /** Undefined while the row is loading; `show` requests it. */
  rowAt(position: number): Row | undefined;
  /** Sets the visible rows; `end` is exclusive. */
  show(first: number, end: number): void;
}

/** Rows that are somewhere else, such as in a worker, and come as they are shown. */
export interface GridSource extends RowSource {
  readonly columns: readonly ColumnSpec[];
  getSnapshot(): GridState;
  /** The most frequent values of a column among all records. */
  distinct(
    fieldName: string,
    most: number,
  ): Promise<{ values: { value: string | null; count: number }[]; isAll: boolean }>;
}
