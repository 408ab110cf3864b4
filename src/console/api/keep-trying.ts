/**
 * The pauses until the next attempt double up to half a minute, and differ, so that not all browsers ask at the same
 * moment when a service is back.
 */
export const retryPauseMs = (attempts: number, random = Math.random()): number =>
  Math.min(30_000, 1000 * 2 ** attempts) * (0.75 + random / 2);

/** Attempts until stopped, after growing pauses, and at once when the network or the person comes back. */
export function keepTrying(attempt: () => Promise<unknown>): { now(): void; stop(): void } {
  let attempts = 0;
  let isTrying = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    isTrying = false;
    if (!isStopped) timer = setTimeout(now, retryPauseMs(attempts++));
  };
  const now = () => {
    if (isTrying) return;
    isTrying = true;
    clearTimeout(timer);
    attempt().then(wait, wait);
  };
  const back = ['online', 'focus'];
  for (const type of back) addEventListener(type, now);
  wait();
  return {
    now,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const type of back) removeEventListener(type, now);
    },
  };
}
