/**
 * Long computations in slices: everything else that the process does comes in between. Of all computations under way
 * one has its slice at each turn of the event loop, so that many of them make turns more, not longer.
 */

const milliseconds = 1;
const waiting: (() => void)[] = [];

/** Waits for the next slice of this computation. */
const nextSlice = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(begin);
  });

function begin(): void {
  // First the next turn is asked for: what runs now may well wait for another slice.
  if (waiting.length > 1) setImmediate(begin);
  waiting.shift()?.();
}

/** One computation. Between its steps it asks `isOver` and, when so, awaits `next`. */
export class Slices {
  private end = performance.now() + milliseconds;

  get isOver(): boolean {
    return performance.now() >= this.end;
  }

  async next(): Promise<void> {
    await nextSlice();
    this.end = performance.now() + milliseconds;
  }
}
