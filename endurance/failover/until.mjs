import { setTimeout as pause } from 'node:timers/promises';

/**
 * Repeats `ask` until it gives an answer.
 * @template T
 * @param {string} what the answer, for the error message
 * @param {() => Promise<T | undefined | false>} ask a failure counts as no answer
 * @param {number} [seconds]
 * @returns {Promise<T>}
 */
export async function until(what, ask, seconds = 180) {
  for (const began = performance.now(); ;) {
    const answer = await ask().catch(() => undefined);
    if (answer) return answer;
    if (performance.now() - began > seconds * 1000) throw new Error(`waited ${seconds} s for ${what}`);
    await pause(100);
  }
}
