import { execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { isRoot } from '#service/database/account.ts';
import { project } from './programs.ts';

const nobody = isRoot()
  ? { uid: Number(execFileSync('id', ['-u', 'nobody'])) | 0, gid: Number(execFileSync('id', ['-g', 'nobody'])) | 0 }
  : {};

/** False where an ordinary user cannot enter the folder of root's clone or of Node, and so cannot run our code. */
export const canRunAsOrdinaryUser = (): boolean => {
  try {
    execFileSync('test', ['-r', `${project}package.json`, '-a', '-x', process.execPath], { ...nobody, cwd: '/' });
    return true;
  } catch {
    return false;
  }
};

export interface TestProcess {
  pid: number;
  /** The next line of its output; rejects with its stderr when there is none. */
  line(): Promise<string>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/**
 * Runs a module's text in its own process; import paths that begin with `service/` are resolved.
 * @param options.isOrdinary as the user `nobody` when this process is root, else as the same user.
 */
export function startProcess(
  code: string,
  words: string[],
  options: { isOrdinary?: boolean; env?: Record<string, string> } = {},
): TestProcess {
  const here = new URL('../', import.meta.url).href;
  const text = code.replaceAll("from 'service/", `from '${here}`);
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', text, ...words], {
    cwd: project,
    env: { PATH: process.env['PATH'], ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.isOrdinary ? nobody : {}),
  });
  let errors = '';
  child.stderr.on('data', (part) => (errors += String(part)));
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    pid: child.pid ?? 0,
    async line() {
      const { value, done } = await lines.next();
      if (!done) return String(value);
      await closed;
      throw new Error(errors);
    },
    async kill(signal) {
      child.kill(signal);
      await closed;
    },
  };
}

/** Starts an embedded server, prints its connection, and runs until it is killed. */
export const serverProcess = `
import { startEmbedded } from 'service/database/embedded.ts';
try {
  const { connection, directory, note } = await startEmbedded(process.argv[1]);
  console.log(JSON.stringify({ connection, directory, note, uid: process.getuid() }));
  setInterval(() => {}, 1000);
} catch (error) {
  console.log(JSON.stringify({ error: error.message }));
}`;
