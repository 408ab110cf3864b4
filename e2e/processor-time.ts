import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

/**
 * Seconds of processor time of this process and of everything it started, such as the browser. Undefined where there is no
 * `/proc`.
 */
export function processorSeconds(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(timesOf);
  const mine = new Set([process.pid]);
  // A process has a higher number than the one that started it, but for the rare wrap.
  for (const { pid, parent } of processes.toSorted((one, other) => one.pid - other.pid))
    if (mine.has(parent)) mine.add(pid);
  const ticks = processes.reduce((sum, it) => (mine.has(it.pid) ? sum + it.ticks : sum), 0);
  return ticks / ticksPerSecond;
}

function timesOf(pid: string): { pid: number; parent: number; ticks: number }[] {
  try {
    // The name, in parentheses, may contain spaces. After it: state, parent, …, and the times of it and its ended children.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
    const ticks = fields.slice(11, 15).reduce((sum, it) => sum + it, 0);
    return [{ pid: Number(pid), parent: fields[1] ?? 0, ticks }];
  } catch {
    return []; // it ended meanwhile
  }
}
