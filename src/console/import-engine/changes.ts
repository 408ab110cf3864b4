/** What one action changed: the texts of cells, or that rows are excluded or not. */
export type Change = (CellChange | { at: number; isExcluded: boolean })[];
export interface CellChange {
  at: number;
  column: number;
  before: string;
  after: string;
}

const mostKept = 200;
/** Cells of all changes together: a few that fill 100,000 rows would take more room than the rows. */
const mostCells = 300_000;

/** What was done to a sheet, to be undone and done again. */
export class Changes {
  private readonly done: Change[] = [];
  private readonly undone: Change[] = [];

  get canUndo(): boolean {
    return this.done.length > 0;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  add(change: Change): void {
    this.done.push(change);
    this.undone.length = 0;
    let cells = this.done.reduce((sum, it) => sum + it.length, 0);
    // The last one can be undone, however long it is.
    while (this.done.length > 1 && (this.done.length > mostKept || cells > mostCells))
      cells -= this.done.shift()?.length ?? 0;
  }

  /** The last change, which counts as undone from now on. */
  undo(): Change | undefined {
    const change = this.done.pop();
    if (change) this.undone.push(change);
    return change;
  }

  redo(): Change | undefined {
    const change = this.undone.pop();
    if (change) this.done.push(change);
    return change;
  }
}
