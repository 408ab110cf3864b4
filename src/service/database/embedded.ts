import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findBinaries } from './binaries.ts';
import { clearStaleLocks, prepareCluster, readServerLock } from './cluster.ts';
import { clusterFolder, findDataFolder, type DataFolder } from './data-folder.ts';
import { supervise, type Supervisor } from './supervisor.ts';

export interface Embedded {
  connection: { host: string; port: number; user: string; database: string };
  directory: string;
  note?: string;
  stop(): Promise<void>;
  exited: Promise<void>;
}

/** Differences from PostgreSQL's defaults, which already suit a small machine (128 MB of shared buffers). */
const defaults: Record<string, string> = {
  // No TCP: the socket is in a folder that only the server's user can enter.
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // Parallel queries use /dev/shm, which has 64 MB in a container, and one report would take every core.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  // Bounds the replay after a power cut to a few seconds.
  max_wal_size: '512MB',
  // The detail of an ERROR quotes rows, and so account numbers. This level drops ERROR and keeps FATAL and PANIC.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

/** How long another process may hold the directory before we give up: Ctrl-C and start again is common. */
const waitForHolderMs = 1500;

/**
 * Starts the packaged PostgreSQL on a data directory, which is created when missing. The server ends with this process,
 * however that ends.
 * @param options.settings further settings of the server, by their names in postgresql.conf.
 * @param options.waitMs how long to wait for a server that is still stopping after its process was killed.
 * @returns a connection over a Unix socket without a password, and `exited`, which settles when the server has ended.
 * @throws Error of one line that names the remedy: directory in use, unreachable or of another release; no package.
 */
export async function startEmbedded(
  directory: string,
  { settings = {}, waitMs = 20_000 }: { settings?: Record<string, string>; waitMs?: number } = {},
): Promise<Embedded> {
  const dataFolder = await findDataFolder(directory);
  const began = performance.now();
  for (;;) {
    const supervisor = await attempt(dataFolder, { ...defaults, ...settings });
    if (supervisor) return supervisor;
    const holder = await holderOf(dataFolder);
    if (performance.now() - began > (holder.isLeaving ? waitMs : Math.min(waitForHolderMs, waitMs)))
      throw new Error(
        `data directory ${dataFolder.directory} is in use by ${holder.name}: stop it, or choose another with DATA_DIR`,
      );
    await pause(50);
  }
}

const lockOf = (dataFolder: DataFolder) => path.join(dataFolder.home, 'lock');

/** @returns undefined when another process holds the directory. */
async function attempt(dataFolder: DataFolder, settings: Record<string, string>): Promise<Embedded | undefined> {
  const { folder, isOwn } = await socketFolder(dataFolder);
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let supervisor: Supervisor | undefined;
  try {
    supervisor = await supervise(
      lockOf(dataFolder),
      isOwn ? folder : '',
      ['-D', clusterFolder(dataFolder), '-k', folder, ...args],
      dataFolder.account,
    );
    if (supervisor && (await start(dataFolder, supervisor, folder))) return running(dataFolder, supervisor, folder);
  } catch (error) {
    await supervisor?.end();
    if (isOwn) await rm(folder, { recursive: true, force: true });
    throw error;
  }
  await supervisor?.end();
  if (isOwn) await rm(folder, { recursive: true, force: true });
  return undefined;
}

async function start(dataFolder: DataFolder, supervisor: Supervisor, folder: string): Promise<boolean> {
  const sign = () => writeFile(lockOf(dataFolder), `${process.pid}\n`);
  if (supervisor.isLocked) await sign();
  const binaries = await findBinaries(dataFolder);
  await prepareCluster(dataFolder, binaries);
  if (supervisor.isLocked) await clearStaleLocks(dataFolder, folder);
  const isReady = await supervisor.begin(path.join(binaries, 'postgres')).catch((error: Error) => {
    throw new Error(`the database in ${dataFolder.directory} did not start: ${error.message}`);
  });
  // Without a lock of ours, only a server that answers proves that the directory is ours.
  if (isReady && !supervisor.isLocked) await sign();
  return isReady;
}

function running(dataFolder: DataFolder, supervisor: Supervisor, folder: string): Embedded {
  supervisor.detach();
  return {
    connection: { host: folder, port: 5432, user: 'postgres', database: 'postgres' },
    directory: dataFolder.directory,
    note: dataFolder.note,
    stop: () => supervisor.end(),
    exited: supervisor.exited,
  };
}

/** A Unix socket's path is limited to 107 bytes (103 on macOS). A longer one gets a folder under /tmp. */
async function socketFolder({ home, account }: DataFolder): Promise<{ folder: string; isOwn: boolean }> {
  if (Buffer.byteLength(path.join(home, '.s.PGSQL.5432')) <= 103) return { folder: home, isOwn: false };
  const folder = await mkdtemp('/tmp/collections-console-');
  if (account) await chown(folder, account.uid, account.gid);
  return { folder, isOwn: true };
}

/** The program that a person would stop: the server's parent, not the server. */
async function holderOf(dataFolder: DataFolder): Promise<{ name: string; isLeaving: boolean }> {
  const owner = Number(await readFile(lockOf(dataFolder), 'utf8').catch(() => ''));
  const server = await readServerLock(dataFolder);
  const isOwned = owner > 0 && isAlive(owner);
  const pid = isOwned ? owner : server.pid;
  if (pid === undefined) return { name: 'a process that is stopping', isLeaving: true };
  return { name: `process ${pid} (${await programOf(pid)})`, isLeaving: !isOwned || server.status === 'stopping' };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** `node main.js`: without further arguments, which may contain secrets. */
async function programOf(pid: number): Promise<string> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const [program = 'another program', ...args] = commandLine.split('\0').filter(Boolean);
  const script = args.find((arg) => !arg.startsWith('-'));
  return [program, ...(script ? [script] : [])].map((file) => path.basename(file)).join(' ');
}
