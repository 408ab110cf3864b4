// One program in its own folder, with the faults it can have.
import { spawn } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { processesIn, signalIn } from './processes.mjs';

/** @typedef {import('../../src/service/database/account.ts').ServerAccount | undefined} Account */

/**
 * @param {string} folder
 * @param {Account} account
 */
export function ownFolder(folder, account) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

/**
 * @param {string} folder
 * @param {Account} account the user who runs it: some of these programs refuse root
 * @param {string} program
 * @param {string[]} words
 */
export function serverIn(folder, account, program, words) {
  ownFolder(folder, account);
  const log = path.join(path.dirname(folder), `${path.basename(folder)}.log`);
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  return {
    folder,
    start() {
      child = spawn(program, words, {
        cwd: folder,
        env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
        ...account,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => appendFileSync(log, piece));
    },
    reload: () => child?.kill('SIGHUP'),
    log: () => readFileSync(log, 'utf8'),
    isRunning: () => processesIn(folder).length > 0,
    /** Stops all of its processes at once, as when the whole machine hangs; `kill` ends all at once. */
    freeze: () => signalIn(folder, 'SIGSTOP'),
    thaw: () => signalIn(folder, 'SIGCONT'),
    async kill() {
      signalIn(folder, 'SIGKILL');
      while (processesIn(folder).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    },
  };
}

/** @typedef {ReturnType<typeof serverIn>} Server */
