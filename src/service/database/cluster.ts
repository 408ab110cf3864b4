import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, readlink, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { run } from './account.ts';
import { major } from './binaries.ts';
import { exists, type DataFolder } from './data-folder.ts';

export const clusterOf = (dataFolder: DataFolder): string => path.join(dataFolder.home, 'cluster');

/**
 * Creates the database files when they are missing. Call it only while the directory is locked.
 * @throws Error of one line when another PostgreSQL release wrote them, which this one cannot read.
 */
export async function prepareCluster(dataFolder: DataFolder, binaries: string): Promise<void> {
  const cluster = clusterOf(dataFolder);
  if (!(await exists(cluster))) return initialize(dataFolder, binaries);
  const version = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version === major) return;
  const found = version ? `a database of PostgreSQL ${version}` : 'files that are not a database';
  throw new Error(
    `data directory ${dataFolder.directory} holds ${found}, and this version needs one of PostgreSQL ${major}: ` +
      'go back to the version that wrote it, or choose another with DATA_DIR',
  );
}

/** Renamed only when complete: no server starts on the folder of a killed initdb. */
async function initialize(dataFolder: DataFolder, binaries: string): Promise<void> {
  for (const name of await readdir(dataFolder.home))
    if (name.startsWith('new-'))
      // The initdb of a killed start may still be writing. What cannot be removed now is removed next time.
      await rm(path.join(dataFolder.home, name), { recursive: true, force: true }).catch(() => undefined);
  const unfinished = path.join(dataFolder.home, `new-${randomBytes(4).toString('hex')}`);
  // The built-in locale sorts by code point, as C does, but knows letters beyond ASCII (lower, ilike). It needs neither
  // the system's C library nor the package's ICU, which is out of support.
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  await run(
    path.join(binaries, 'initdb'),
    ['-D', unfinished, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', ...locale, '-k', '--no-instructions'],
    dataFolder.account,
  ).catch((error: Error & { stderr?: string }) => {
    throw new Error(
      `the database in ${dataFolder.directory} could not be made: ${lastLine(error.stderr || error.message)}`,
    );
  });
  await rename(unfinished, clusterOf(dataFolder));
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
 * After a power cut the lock files may hold another program's process number, and PostgreSQL would never start again.
 * Call it only while the directory is locked, so that no server of ours holds it. A server started by hand has the
 * cluster as its working folder and is left alone. Only Linux can tell; elsewhere the files stay.
 */
export async function clearStaleLocks(dataFolder: DataFolder, socketFolder: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const cluster = clusterOf(dataFolder);
  const { pid } = await serverOf(dataFolder);
  const folder = pid ? await readlink(`/proc/${pid}/cwd`).catch(() => undefined) : undefined;
  if (folder !== undefined && folder === (await realpath(cluster))) return;
  await rm(path.join(cluster, 'postmaster.pid'), { force: true });
  await rm(path.join(socketFolder, '.s.PGSQL.5432.lock'), { force: true });
}

/** Process number and status (such as `stopping`) from the server's lock file. */
export async function serverOf(dataFolder: DataFolder): Promise<{ pid?: number; status?: string }> {
  const text = await readFile(path.join(clusterOf(dataFolder), 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  return { pid: Number(lines[0]) || undefined, status: lines[7]?.trim() };
}
