/**
 * Work that can be interrupted: a generator that yields, often, where it may stop for a while. Sorting a million rows takes
 * longer than a scroll may wait for its rows, and a worker hears nothing while it computes.
 */
export type Work<T> = Generator<undefined, T, undefined>;

/** Rows between two places to stop: some ten thousand steps take under a millisecond. */
export const stride = 1 << 14;

/** Does the work at once. */
export function finish<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Milliseconds that the worker computes before it looks at its messages. */
const turn = 12;

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
let due = 0;

// A message comes after those that are there already, and is not held back as timers are.
channel.port1.addEventListener('message', () => {
  due = performance.now() + turn;
  waiting.shift()?.();
});
channel.port1.start();
// In Node, where the tests run, a port would keep the process alive.
(channel.port1 as { unref?(): void }).unref?.();

/** Whether it is time for `pause`. */
export const isDue = (): boolean => performance.now() >= due;

/** Lets what has come in the meantime go first. */
export const pause = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });

/** Does the work in turns. Rejects with the signal's reason when it is given up. */
export async function inTurns<T>(work: Work<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (isDue()) {
      await pause();
      signal?.throwIfAborted();
    }
  }
}
