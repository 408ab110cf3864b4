import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { accountFor, processOptions } from '#service/database/account.ts';
import { temporaryFolder } from './database.ts';

/** Its program, if installed; Debian's is outside the PATH of ordinary users. */
export const pgbouncer = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin']
  .map((folder) => path.join(folder, 'pgbouncer'))
  .find((file) => existsSync(file));

export interface Pooler {
  databaseUrl: string;
  /** Applies to open connections too, from their next transaction. */
  set(mode: Mode): Promise<void>;
  close(): Promise<void>;
}

type Mode = 'session' | 'transaction';

/** Starts PgBouncer in front of a database, with no settings but the address. */
export async function startPooler(databaseUrl: string, mode: Mode): Promise<Pooler> {
  const folder = await temporaryFolder();
  const account = await accountFor(folder);
  if (account) await chown(folder, account.uid, account.gid);
  const { hostname, port, username, password, searchParams, pathname } = new URL(databaseUrl);
  const server = { host: searchParams.get('host') ?? hostname, port: port || '5432', user: username, password };
  const options = Object.entries(server).filter(([, value]) => value !== '');
  const file = path.join(folder, 'pgbouncer.ini');
  const configure = (pool_mode: Mode) =>
    writeFile(
      file,
      `[databases]
* = ${options.map(([name, value]) => `${name}=${decodeURIComponent(value)}`).join(' ')}
[pgbouncer]
pool_mode = ${pool_mode}
listen_port = 6432
unix_socket_dir = ${folder}
auth_type = any
`,
    );
  await configure(mode);
  const child = spawn(pgbouncer ?? '', [file], { ...processOptions(account), stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let log = '';
  const says = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const listen = (piece: Buffer) => {
        log += piece.toString();
        if (!log.includes(text)) return;
        child.stderr.off('data', listen);
        log = '';
        resolve();
      };
      child.stderr.on('data', listen);
      void exited.then(() => reject(new Error(`pgbouncer ended: ${log}`)));
    });
  await says('process up');
  return {
    databaseUrl: `postgres://${username}@localhost:6432${pathname}?host=${encodeURIComponent(folder)}`,
    async set(next) {
      await configure(next);
      const done = says('SIGHUP');
      child.kill('SIGHUP');
      await done;
    },
    async close() {
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
