import { setTimeout as pause } from 'node:timers/promises';

/** Waits for a condition that other processes fulfil, and fails after `seconds`. */
export async function until(isTrue: () => Promise<boolean> | boolean, seconds = 20): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !(await isTrue());) {
    if (Date.now() > end) throw new Error(`still not so after ${seconds} s: ${isTrue.toString()}`);
    await pause(20);
  }
}
