// Processor time of processes, from /proc: the cost of a call, on any number of cores (Linux).
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const isKnown = process.platform === 'linux';
const ticks = isKnown ? Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout) : NaN;

/**
 * Seconds that processes have used so far, including their running and ended children.
 * @param {number[]} pids
 */
export function processorSeconds(pids) {
  if (!isKnown) return NaN;
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const children = all.flatMap(([pid = 0, parent = 0]) => (pids.includes(parent) ? [pid] : []));
  return (sum(pids, [13, 14, 15, 16]) + sum(children, [13, 14])) / ticks;
}

/**
 * @param {number[]} pids
 * @param {number[]} places in /proc/<pid>/stat, counted from 0: user, system, and both of ended children
 */
function sum(pids, places) {
  let found = 0;
  for (const pid of pids)
    try {
      // The second field is the program's name in brackets, which may contain blanks.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^(\d+) \(.*\)/, '$1 ()')
        .split(' ');
      for (const place of places) found += Number(fields[place]);
    } catch {
      // it has just ended
    }
  return found;
}
