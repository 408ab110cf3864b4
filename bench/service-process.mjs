// The built product as a process that can be measured and killed, without the check for stale builds of `npm start`.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../scripts/prepare.mjs';
import { atLast } from './last.mjs';

/**
 * Starts the built product and waits at most a minute and a half until it is ready.
 * @param {number} port
 * @param {NodeJS.ProcessEnv} environment DATA_DIR or DATABASE_URL
 * @param {string} [folder] its current folder
 * @throws {Error} with its output, when it ended instead
 */
export async function startService(port, environment, folder = root) {
  const began = performance.now();
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [path.join(root, 'dist/service/main.js')], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: String(port), ORIGIN: origin, LOG_LEVEL: 'error', ...environment },
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
    origin,
    pid,
    environment,
    seconds: (performance.now() - began) / 1000,
    /** @param {NodeJS.Signals} signal */
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      await ended;
      kill(); // it is dead; this only removes it from the list
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startService>>} Service */

/**
 * In MB (Linux only).
 * @param {number} pid
 */
export const peakMemory = (pid) => statusOf(pid, /VmHWM:\s+(\d+)/);

/**
 * Resets the kernel's count of the peak memory (Linux only).
 * @param {number} pid
 */
export function forgetPeak(pid) {
  if (process.platform === 'linux') writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/**
 * In MB (Linux only).
 * @param {number} pid
 */
export const memoryNow = (pid) => statusOf(pid, /VmRSS:\s+(\d+)/);

/**
 * The part of that memory that is mapped files, such as the program itself, shared by all processes that use them
 * (Linux only).
 * @param {number} pid
 */
export const memoryOfFiles = (pid) => statusOf(pid, /RssFile:\s+(\d+)/);

/** @param {number} pid @param {RegExp} sought kilobytes */
function statusOf(pid, sought) {
  const [, kilobytes] = sought.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round((Number(kilobytes) * 1024) / 1e6);
}

/**
 * The embedded server of a data folder and its child processes, the server first.
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
 * Some may have ended.
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
