/**
 * Interruptible work: a generator that yields often. Sorting a million rows takes longer than a scroll may wait, and a
 * worker receives no messages while it computes.
 */
export type Work<T> = Generator<undefined, T, undefined>;

/** Rows between yields: under a millisecond. */
export const stride = 1 << 14;

export function finish<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** The longest work between messages. */
const turnMs = 12;

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
let due = 0;

// A message is queued behind pending ones and not throttled like timers.
channel.port1.addEventListener('message', () => {
  due = performance.now() + turnMs;
  waiting.shift()?.();
});
channel.port1.start();
// In Node, for the tests, a port would keep the process alive.
(channel.port1 as { unref?(): void }).unref?.();

export const isDue = (): boolean => performance.now() >= due;

/** Lets pending messages run first. */
export const pause = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });

/** Rejects with the signal's reason when aborted. */
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
