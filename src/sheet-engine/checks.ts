import type { SheetItem, RowProblem } from './rows.ts';
import { isRowReady, type SheetRow } from './summary.ts';

/** A changed row has a new item and is checked again. */
export class Checks {
  private readonly rows: readonly SheetRow[];
  private readonly isWaiting: (row: SheetRow) => boolean;
  private seen = new WeakSet<SheetItem>();
  private pending: { row: SheetRow; item: SheetItem }[] = [];

  /** @param isWaiting whether a row depends on something that is sent before it */
  constructor(rows: readonly SheetRow[], isWaiting: (row: SheetRow) => boolean) {
    this.rows = rows;
    this.isWaiting = isWaiting;
  }

  /** Marks every row as unchecked. */
  begin(): void {
    for (const row of this.rows) if (row.state === 'unsent' && row.reasons.length > 0) row.reasons = [];
    this.seen = new WeakSet();
    this.pending = [];
  }

  /** @returns the next items and the number left */
  next(count: number): { items: SheetItem[]; left: number } {
    const open = this.rows.filter((row) => isRowReady(row) && !this.isWaiting(row) && !this.seen.has(row.item));
    this.pending = open.slice(0, count).map((row) => ({ row, item: row.item }));
    for (const { item } of this.pending) this.seen.add(item);
    return { items: this.pending.map(({ item }) => item), left: open.length };
  }

  /**
   * Records why items would be refused, in order; rows changed meanwhile are skipped. @param state `unknown` where they
   * may have been stored
   */
  note(reasons: readonly RowProblem[][], state: 'unsent' | 'unknown'): void {
    for (const [index, { row, item }] of this.pending.entries())
      if (row.item === item && row.state === 'unsent') Object.assign(row, { state, reasons: reasons[index] ?? [] });
  }
}
