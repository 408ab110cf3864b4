import { setTimeout as pause } from 'node:timers/promises';

/** Waits for a condition, and fails after `seconds`: more than the busiest machine needs. */
export async function until(isTrue: () => Promise<boolean> | boolean, seconds = 60): Promise<void> {
  for (const began = performance.now(); !(await isTrue()); await pause(10))
    if (performance.now() - began > seconds * 1000)
      throw new Error(`still not so after ${seconds} s: ${isTrue.toString()}`);
}
