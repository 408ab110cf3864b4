/**
 * Long computations in slices, so that other work of the process runs in between. At each turn of the event loop one
 * computation has its slice: many of them mean more turns, not longer ones.
 */

const milliseconds = 1;
const waiting: (() => void)[] = [];

const nextSlice = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(begin);
  });

function begin(): void {
  // Schedule the next turn first: the code that runs now may wait for another slice.
  if (waiting.length > 1) setImmediate(begin);
  waiting.shift()?.();
}

/** One computation. Between its steps it checks `isOver` and then awaits `next`. */
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
