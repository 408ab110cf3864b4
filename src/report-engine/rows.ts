import { stride, type Work } from './work.ts';

export interface Stretch {
  slice: number;
  from: number;
  to: number;
}

/**
 * Slices load in parallel and arrive mixed, but are shown in the order of their days. The rows of a slice that is
 * requested again are dropped; their positions stay unused.
 */
export class SliceRows {
  /** Changes with every change. */
  version = 0;
  /** In the order received. */
  private stretches: Stretch[] = [];

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

  ordered(): Stretch[] {
    return this.stretches.map((it) => ({ ...it })).toSorted((one, other) => one.slice - other.slice);
  }

  /** All rows in the order of the slices; undefined if that is 0, 1, 2 … without a gap. */
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

export function allRows(count: number): Uint32Array<ArrayBuffer> {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) rows[row] = row;
  return rows;
}
