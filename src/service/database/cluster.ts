import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, readlink, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { runAs } from './account.ts';
import { postgresMajor } from './binaries.ts';
import { clusterFolder, exists, type DataFolder } from './data-folder.ts';

/**
 * The embedded PostgreSQL's cluster, which is its word for the files of one server: they are created, and freed of the locks of a
 * server that has died.
 */

/**
 * Creates the cluster when it is missing. Call it only while the directory is locked.
 * @param binaries the folder of `initdb`
 * @throws Error of one line when another PostgreSQL release wrote them, which this one cannot read.
 */
export async function prepareCluster(dataFolder: DataFolder, binaries: string): Promise<void> {
  const cluster = clusterFolder(dataFolder);
  if (!(await exists(cluster))) return initialize(dataFolder, binaries);
  const version = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version === postgresMajor) return;
  const found = version ? `a database of PostgreSQL ${version}` : 'files that are not a database';
  throw new Error(
    `data directory ${dataFolder.directory} holds ${found}, and this version needs one of PostgreSQL ${postgresMajor}: ` +
      'go back to the version that wrote it, or choose another with DATA_DIR',
  );
}

/** Creates a cluster under another name and renames it when complete: no server starts on the folder of a killed initdb. */
async function initialize(dataFolder: DataFolder, binaries: string): Promise<void> {
  for (const name of await readdir(dataFolder.home))
    if (name.startsWith('new-'))
      // The initdb of a killed start may still be writing. What cannot be removed now is removed next time.
      await rm(path.join(dataFolder.home, name), { recursive: true, force: true }).catch(() => undefined);
  const unfinished = path.join(dataFolder.home, `new-${randomBytes(4).toString('hex')}`);
  // The built-in locale sorts by code point, as C does, but knows letters beyond ASCII (lower, ilike). It needs neither
  // the system's C library nor the package's ICU, which is out of support.
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const args = ['-D', unfinished, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', ...locale, '-k', '--no-instructions'];
  await runAs(dataFolder.account, path.join(binaries, 'initdb'), args).catch((error: Error & { stderr?: string }) => {
    throw new Error(
      `the database in ${dataFolder.directory} could not be made: ${lastLine(error.stderr || error.message)}`,
    );
  });
  await rename(unfinished, clusterFolder(dataFolder));
  // Without this a power cut could undo the rename.
  for (const folder of [dataFolder.home, dataFolder.directory, path.dirname(dataFolder.directory)]) await flush(folder);
}

async function flush(folder: string): Promise<void> {
  // A parent folder may be closed to us. Then it existed before and needs no flush.
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().finally(() => handle.close());
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.trim() ?? '';

/**
 * Removes the lock files of a server that has died: after a power cut they may have another program's process number, and
 * PostgreSQL would never start again. Call it only while the directory is locked, so that no server of ours holds them. A server
 * started by hand has the cluster as its working folder and is left alone. Only Linux can tell; elsewhere the files stay.
 */
export async function clearStaleLocks(dataFolder: DataFolder, socketFolder: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const cluster = clusterFolder(dataFolder);
  const { pid } = await readServerLock(dataFolder);
  const workingFolder = pid ? await readlink(`/proc/${pid}/cwd`).catch(() => undefined) : undefined;
  if (workingFolder !== undefined && workingFolder === (await realpath(cluster))) return;
  await rm(path.join(cluster, 'postmaster.pid'), { force: true });
  await rm(path.join(socketFolder, '.s.PGSQL.5432.lock'), { force: true });
}

/** What the lock file of the cluster's server says; nothing without a file. A killed server leaves its own. */
interface ServerLock {
  pid?: number;
  port?: string;
  socketFolder?: string;
  /** Such as `ready` or `stopping`. */
  status?: string;
}

export async function readServerLock(dataFolder: DataFolder): Promise<ServerLock> {
  const text = await readFile(path.join(clusterFolder(dataFolder), 'postmaster.pid'), 'utf8').catch(() => '');
  // Process, folder, start, port, socket folder, address, shared memory, status.
  const [pid, , , port, socketFolder, , , status] = text.split('\n');
  return { pid: Number(pid) || undefined, port, socketFolder, status: status?.trim() };
}
