import { stride, type Work } from './work.ts';

/** Rows `from` up to `to` of a slice. */
export interface Stretch {
  slice: number;
  from: number;
  to: number;
}

/**
 * Which rows of the columns belong to which slice. Slices are loaded at the same time and so come mixed; shown, they stand
 * one after the other in the order of their days. Rows of a slice that is asked for again are left out; their places stay.
 */
export class SliceRows {
  /** Another number after each change. */
  version = 0;
  /** Stretches of rows, in the order they came. */
  private stretches: Stretch[] = [];

  /** Rows `from` up to `to`, which have just come, belong to a slice. */
  add(slice: number, from: number, to: number): void {
    if (from === to) return;
    this.version += 1;
    const last = this.stretches.at(-1);
    if (last?.slice === slice && last.to === from) last.to = to;
    else this.stretches.push({ slice, from, to });
  }

  drop(slice: number): void {
    this.version += 1;
    this.stretches = this.stretches.filter((it) => it.slice !== slice);
  }

  get count(): number {
    return this.stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  }

  /** Copies of the stretches in the order of the slices. */
  ordered(): Stretch[] {
    return this.stretches.map((it) => ({ ...it })).toSorted((one, other) => one.slice - other.slice);
  }

  /** All rows in the order of the slices; nothing when they stand in that order already, from 0 on without a gap. */
  *inOrder(ordered = this.ordered()): Work<Uint32Array | undefined> {
    let next = 0;
    const isPlain = ordered.every(({ from, to }) => {
      const follows = from === next;
      next = to;
      return follows;
    });
    if (isPlain) return undefined;
    const rows = new Uint32Array(ordered.reduce((sum, { from, to }) => sum + to - from, 0));
    let at = 0;
    for (const { from, to } of ordered)
      for (let row = from; row < to; row += 1) {
        rows[at++] = row;
        if (at % stride === 0) yield;
      }
    return rows;
  }
}

/** Rows 0 up to `count`. */
export function allRows(count: number): Uint32Array<ArrayBuffer> {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) rows[row] = row;
  return rows;
}
