import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks until there is an answer.
 * @template T
 * @param {string} what is waited for
 * @param {() => Promise<T | undefined | false>} ask one that fails counts as no answer
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
