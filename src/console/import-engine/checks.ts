import type { Item, Problem } from './rows.ts';
import type { Row } from './summary.ts';

/** Could be sent as far as the sheet itself can tell, whatever a service said of it when it was asked. */
const isSound = (row: Row): boolean =>
  row.state === 'unsent' && row.idle === undefined && row.problems.every((it) => it.isWarning);

/** Which rows a service was asked about without sending them. A row that is changed has another item and is asked about again. */
export class Checks {
  private seen = new WeakSet<Item>();
  private asked: { row: Row; item: Item }[] = [];

  /** From here on every row is to be asked about again. */
  begin(): void {
    this.seen = new WeakSet();
    this.asked = [];
  }

  /** The next items, and how many there are with them. */
  next(rows: readonly Row[], count: number): { items: Item[]; left: number } {
    const open = rows.filter((row) => isSound(row) && !this.seen.has(row.item));
    this.asked = open.slice(0, count).map((row) => ({ row, item: row.item }));
    for (const { item } of this.asked) this.seen.add(item);
    return { items: this.asked.map(({ item }) => item), left: open.length };
  }

  /** Notes what was said of the items, in their order; of a row that was changed meanwhile it says nothing. */
  note(said: readonly Problem[][], state: 'unsent' | 'unknown'): void {
    for (const [index, { row, item }] of this.asked.entries())
      if (row.item === item && row.state === 'unsent') Object.assign(row, { state, said: said[index] ?? [] });
  }
}
