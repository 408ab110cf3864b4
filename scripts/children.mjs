// Child processes with a time limit, ended by process id together with everything they started.
import { spawn } from 'node:child_process';
import { root } from './prepare.mjs';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** A child leads its own process group, so that its workers end with it (Windows has no such groups). */
const leads = process.platform !== 'win32';

/**
 * Ends a child and its group: SIGINT first, SIGKILL after ten seconds.
 * @param {import('node:child_process').ChildProcess} child
 */
export function end(child) {
  signal(child, 'SIGINT');
  setTimeout(() => running.has(child) && signal(child, 'SIGKILL'), 10_000).unref();
}

export function endAll() {
  for (const child of running) end(child);
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} name
 */
function signal(child, name) {
  if (child.pid === undefined) return;
  try {
    if (leads) process.kill(-child.pid, name);
    else child.kill(name);
  } catch {
    // it ended meanwhile
  }
}

/**
 * Starts Node with these arguments in the project folder.
 * @param {string[]} words
 * @param {NodeJS.ProcessEnv} env
 */
export function start(words, env) {
  const child = spawn(process.execPath, words, {
    cwd: root,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: leads,
  });
  return watched(child);
}

/**
 * Runs Node with these arguments to its end, and shows its output.
 * @param {string[]} words
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} its exit code
 */
export function show(words, env) {
  const child = watched(
    spawn(process.execPath, words, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'], detached: leads }),
  );
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

/**
 * @template {import('node:child_process').ChildProcess} Child
 * @param {Child} child
 */
function watched(child) {
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/**
 * @param {string[]} words
 * @param {NodeJS.ProcessEnv} env
 * @param {number} seconds time limit
 * @returns {Promise<{ code: number | null, output: string }>} the end of its output
 */
export function run(words, env, seconds) {
  const child = start(words, env);
  child.stdin.end();
  let output = '';
  const keep = (/** @type {Buffer} */ piece) => (output = (output + piece).slice(-20_000));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve) => {
    const limit = setTimeout(() => {
      keep(Buffer.from(`\nstopped after ${seconds} s`));
      end(child);
    }, seconds * 1000);
    child.once('close', (code) => {
      clearTimeout(limit);
      resolve({ code, output: output.trim() });
    });
  });
}
