import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { accountFor, processOptions, runAs } from '#service/database/account.ts';

/** A PostgreSQL from installed programs, on a cluster that is deleted with its folder. */
export interface Postgres {
  /** The folder of its Unix socket; it listens only there. */
  host: string;
  url: string;
  /** Stops like an operator would: closes connections and does not wait for them. */
  stop(): Promise<void>;
  /** Like a machine that fails. */
  kill(): Promise<void>;
  /** The same at the end of this process, without waiting. */
  killNow(): void;
  start(): Promise<void>;
}

/**
 * Creates a cluster in `folder/name` and starts the programs of `binaries` on it. @throws Error with the server's
 * output when it did not start.
 */
export async function startPostgres(
  binaries: string,
  folder: string,
  { name = 'server', settings = {} }: { name?: string; settings?: Record<string, string> } = {},
): Promise<Postgres> {
  const account = await accountFor(folder);
  const host = path.join(folder, name);
  await mkdir(host);
  await chmod(host, 0o700);
  if (account) await chown(host, account.uid, account.gid); // PostgreSQL refuses to run as root
  const data = path.join(host, 'data');
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  if (settings['fsync'] === 'off') args.push('--no-sync');
  await runAs(account, path.join(binaries, 'initdb'), args);
  const given = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const started = () => {
    const child = spawn(
      path.join(binaries, 'postgres'),
      ['-D', data, '-k', host, '-c', 'listen_addresses=', ...given],
      { ...processOptions(account), stdio: ['ignore', 'ignore', 'pipe'] },
    );
    return readiness(child).then(() => child);
  };
  let server = await started();
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  };
  return {
    host,
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(host)}`,
    stop: () => end('SIGINT'),
    kill: () => end('SIGQUIT'),
    killNow: () => void server.kill('SIGQUIT'),
    async start() {
      server = await started();
    },
  };
}

function readiness(server: ChildProcess): Promise<void> {
  let log = '';
  return new Promise((resolve, reject) => {
    server.stderr?.on('data', (piece: Buffer) => {
      log = (log + piece.toString()).slice(-4000);
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log.trim()}`)));
    server.once('error', reject);
  });
}
