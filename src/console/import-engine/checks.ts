import type { Item, Problem } from './rows.ts';
import { isReady, type Row } from './summary.ts';

/** Which rows a service was asked about without sending them. A row that is changed has another item and is asked about again. */
export class Checks {
  private readonly rows: readonly Row[];
  private readonly isWaiting: (row: Row) => boolean;
  private seen = new WeakSet<Item>();
  private pending: { row: Row; item: Item }[] = [];

  /** @param isWaiting whether a row would be refused only for what is to be sent before it */
  constructor(rows: readonly Row[], isWaiting: (row: Row) => boolean) {
    this.rows = rows;
    this.isWaiting = isWaiting;
  }

  /** From here on every row is to be asked about again. */
  begin(): void {
    for (const row of this.rows) if (row.state === 'unsent' && row.said.length > 0) row.said = [];
    this.seen = new WeakSet();
    this.pending = [];
  }

  /** The next items, and how many there are with them. */
  next(count: number): { items: Item[]; left: number } {
    const open = this.rows.filter((row) => isReady(row) && !this.isWaiting(row) && !this.seen.has(row.item));
    this.pending = open.slice(0, count).map((row) => ({ row, item: row.item }));
    for (const { item } of this.pending) this.seen.add(item);
    return { items: this.pending.map(({ item }) => item), left: open.length };
  }

  /**
   * Notes what was said of the items, in their order; of a row that was changed meanwhile it says nothing.
   * @param state `unknown` where they may have been stored
   */
  note(said: readonly Problem[][], state: 'unsent' | 'unknown'): void {
    for (const [index, { row, item }] of this.pending.entries())
      if (row.item === item && row.state === 'unsent') Object.assign(row, { state, said: said[index] ?? [] });
  }
}
