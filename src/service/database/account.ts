import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The user who runs the embedded server when this process is root: PostgreSQL refuses to run as root. */
export interface ServerAccount {
  uid: number;
  gid: number;
}

export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Which user runs the server of `home`; undefined means this process's user. An existing database's owner comes first,
 * so that `sudo npm start` after `npm start` changes no owner.
 */
export async function accountFor(home: string): Promise<ServerAccount | undefined> {
  if (!isRoot()) return undefined;
  const owner = await stat(home).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody']) {
    const ids = ['-u', '-g'].map(async (flag) => Number((await execute('id', [flag, name])).stdout));
    const [uid, gid] = await Promise.all(ids).catch(() => []);
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new Error(
    'this process is root, which PostgreSQL refuses to run as, and there is no user postgres or nobody: ' +
      'start as an ordinary user, or set DATABASE_URL',
  );
}

/**
 * Options of `node:child_process` for a program that runs as the account: in a folder that any user may enter, and without the PG*
 * variables, which would redirect the server.
 */
export function processOptions(account: ServerAccount | undefined) {
  return {
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' },
    // Node takes 32-bit signed numbers here; user `nobody` is 4294967294 on macOS.
    ...(account ? { uid: account.uid | 0, gid: account.gid | 0 } : {}),
  };
}

/** @returns what the program prints. @throws the error of execFile, with `stderr`. */
export async function runAs(account: ServerAccount | undefined, program: string, args: string[]): Promise<string> {
  return (await execute(program, args, processOptions(account))).stdout;
}
