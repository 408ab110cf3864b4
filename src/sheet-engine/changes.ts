export type SheetChange = (CellChange | { at: number; isExcluded: boolean })[];
export interface CellChange {
  at: number;
  column: number;
  before: string;
  after: string;
}

const mostKept = 200;
/** Limits the memory for all changes: a few fills of 100,000 rows would need more than the rows. */
const mostCells = 300_000;

export class Changes {
  private readonly done: SheetChange[] = [];
  private readonly undone: SheetChange[] = [];

  get canUndo(): boolean {
    return this.done.length > 0;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  add(change: SheetChange): void {
    this.done.push(change);
    this.undone.length = 0;
    let cells = this.done.reduce((sum, it) => sum + it.length, 0);
    // The last change can always be undone, even a very large one.
    while (this.done.length > 1 && (this.done.length > mostKept || cells > mostCells))
      cells -= this.done.shift()?.length ?? 0;
  }

  undo(): SheetChange | undefined {
    const change = this.done.pop();
    if (change) this.undone.push(change);
    return change;
  }

  redo(): SheetChange | undefined {
    const change = this.undone.pop();
    if (change) this.done.push(change);
    return change;
  }
}
