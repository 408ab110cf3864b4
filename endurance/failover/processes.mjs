// The processes of a folder: each server of a run has its own current folder, which its children inherit.
import { readdirSync, readlinkSync } from 'node:fs';
import { signalAll } from '../../bench/service-process.mjs';

/**
 * @param {string} folder
 * @returns {number[]}
 */
export const processesIn = (folder) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        // A removed folder's name ends in " (deleted)".
        return `${readlinkSync(`/proc/${name}/cwd`).replace(/ \(deleted\)$/, '')}/`.startsWith(`${folder}/`);
      } catch {
        return false; // ended meanwhile, or another user's
      }
    })
    .map(Number);

/**
 * Sends a signal to all of them, including those that start meanwhile.
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
