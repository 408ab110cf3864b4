import type { ReactNode } from 'react';
import type { ShownColumn } from './columns.ts';
import type { SelectableRows } from './row-box.tsx';
import type { SortBy } from './sort.ts';

export interface RowsProps<Row> {
  /** The accessible name of the grid. */
  label: string;
  columns: readonly ShownColumn<Row>[];
  count: number;
  /** The row at a position; undefined while it is loading. */
  rowAt(position: number): Row | undefined;
  rowKey(row: Row): string | number;
  /** Where a row leads; its first cell is the link. */
  href?(row: Row): string | undefined;
  /** Buttons in a last column of its own. */
  actions?(row: Row): ReactNode;
  /** Pixels of the column of actions. */
  actionsWidth?: number;
  selection?: SelectableRows<Row>;
  by: SortBy | null;
  onSort(by: SortBy | null): void;
  /** The page has a menu for it: cards don't repeat it. */
  isSortedElsewhere?: boolean;
  isBusy: boolean;
  /** Rows are loading and none has loaded yet. */
  isWaiting: boolean;
  /** A last row that stays visible, by field. */
  totals?: Partial<Record<string, ReactNode>>;
  /** Reports which rows are rendered, so that they can be loaded. */
  onShow?(first: number, end: number): void;
}
