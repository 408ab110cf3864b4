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

/** In a folder that any user may enter, and without the PG* variables, which would redirect the server. */
export function identity(account: ServerAccount | undefined) {
  return {
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' },
    // Node takes 32-bit signed numbers here; user `nobody` is 4294967294 on macOS.
    ...(account ? { uid: account.uid | 0, gid: account.gid | 0 } : {}),
  };
}

/** @returns the program's output. @throws the error of execFile, with `stderr`. */
export async function run(program: string, fieldNames: string[], account: ServerAccount | undefined): Promise<string> {
  return (await execute(program, fieldNames, identity(account))).stdout;
}
