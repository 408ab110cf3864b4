// The built product as a process that can be measured and killed; `npm start` adds to it the look for stale parts.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../scripts/prepare.mjs';
import { atLast } from './last.mjs';

/**
 * Starts the built product and waits, at most a minute and a half, until it has announced itself.
 * @param {number} port
 * @param {NodeJS.ProcessEnv} environment DATA_DIR or DATABASE_URL
 * @param {string} [folder] its current one
 * @throws {Error} with what it wrote, when it ended instead
 */
export async function startService(port, environment, folder = root) {
  const began = performance.now();
  const child = spawn(process.execPath, [path.join(root, 'dist/service/main.js')], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pid = child.pid ?? 0;
  let output = '';
  const ended = new Promise((resolve) => child.once('close', resolve));
  const kill = atLast(() => child.kill('SIGKILL'));
  const late = setTimeout(() => child.kill('SIGKILL'), 90_000);
  await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece) => {
        output = (output + piece).slice(-4000);
        if (output.includes('ready in')) resolve(undefined);
      });
    ended.then(() => reject(new Error(`the service ended instead of starting: ${output.trim()}`)));
  });
  clearTimeout(late);
  return {
    origin: `http://127.0.0.1:${port}`,
    pid,
    seconds: (performance.now() - began) / 1000,
    /** @param {NodeJS.Signals} signal */
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      await ended;
      kill(); // it is dead; this only takes it off the list
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startService>>} Service */

/**
 * The most memory that a process has held so far, in MB (Linux only).
 * @param {number} pid
 */
export const peakMemory = (pid) => statusOf(pid, /VmHWM:\s+(\d+)/);

/**
 * Has the kernel count the peak memory from zero (Linux only, as is the count).
 * @param {number} pid
 */
export function forgetPeak(pid) {
  if (process.platform === 'linux') writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/**
 * The memory that a process holds now, in MB (Linux only).
 * @param {number} pid
 */
export const memoryNow = (pid) => statusOf(pid, /VmRSS:\s+(\d+)/);

/**
 * What of it are files as they are, such as the program itself: held once for all processes that use them (Linux only).
 * @param {number} pid
 */
export const memoryOfFiles = (pid) => statusOf(pid, /RssFile:\s+(\d+)/);

/** @param {number} pid @param {RegExp} sought kilobytes */
function statusOf(pid, sought) {
  const [, kilobytes] = sought.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round((Number(kilobytes) * 1024) / 1e6);
}

/**
 * The embedded server of a data folder and the processes that it has started, the server first.
 * @param {string} folder
 * @returns {number[]}
 */
export function serverProcesses(folder) {
  const server = Number(readFileSync(path.join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const children = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === server)
    .map(([pid = 0]) => pid);
  return [server, ...children];
}

/**
 * Sends a signal to processes of which some may have ended meanwhile.
 * @param {number[]} pids
 * @param {NodeJS.Signals} signal
 */
export function signalAll(pids, signal) {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
    }
}
