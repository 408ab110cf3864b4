// Whatever runs in a folder: each server of a run has one of its own as its current folder, and so has all that it starts.
import { readdirSync, readlinkSync } from 'node:fs';
import { signalAll } from '../../service-process.mjs';

/**
 * The processes whose current folder is this one or lies in it (Linux only).
 * @param {string} folder
 * @returns {number[]}
 */
export const processesIn = (folder) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        // A folder that was removed is named with " (deleted)" behind.
        return `${readlinkSync(`/proc/${name}/cwd`).replace(/ \(deleted\)$/, '')}/`.startsWith(`${folder}/`);
      } catch {
        return false; // ended meanwhile, or another user's
      }
    })
    .map(Number);

/**
 * Sends a signal to all of them, also to those that are started while it goes out.
 * @param {string} folder
 * @param {NodeJS.Signals} signal
 */
export function signalIn(folder, signal) {
  const reached = new Set();
  for (let more = processesIn(folder); more.length > 0; more = processesIn(folder).filter((pid) => !reached.has(pid))) {
    signalAll(more, signal);
    for (const pid of more) reached.add(pid);
  }
}
