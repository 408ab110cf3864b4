import { execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { isRoot } from '../database/account.ts';
import { project } from './programs.ts';

const nobody = isRoot()
  ? { uid: Number(execFileSync('id', ['-u', 'nobody'])) | 0, gid: Number(execFileSync('id', ['-g', 'nobody'])) | 0 }
  : {};

/** False where root's clone or Node lies in a folder that an ordinary user cannot enter: no code can run as one then. */
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
  /** The next line of its output; rejects with what it wrote to stderr when there is none. */
  line(): Promise<string>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/**
 * Runs the text of a module in a process of its own, with `service/` before its imports' paths resolved.
 * @param options.isOrdinary as user nobody when this process is root, as ourselves otherwise.
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

/** Starts an embedded server, says with whom to connect, and runs until it is killed. */
export const serverProcess = `
import { startEmbedded } from 'service/database/embedded.ts';
try {
  const { connection, directory, note } = await startEmbedded(process.argv[1]);
  console.log(JSON.stringify({ connection, directory, note, uid: process.getuid() }));
  setInterval(() => {}, 1000);
} catch (error) {
  console.log(JSON.stringify({ error: error.message }));
}`;
