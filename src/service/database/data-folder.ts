import { createHash } from 'node:crypto';
import { access, chmod, chown, constants, lstat, mkdir, rmdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { accountFor, isRoot, runAs, type ServerAccount } from './account.ts';

export interface DataFolder {
  /** An existing one keeps its owner and mode, since it may hold other files. */
  directory: string;
  /** The database's own folder inside it, mode 0700: with trust authentication, entering it means being superuser. */
  home: string;
  account?: ServerAccount;
  /** Why it is not the requested directory. */
  note?: string;
}

/** The folder of PostgreSQL's files (`PGDATA`). */
export const clusterFolder = ({ home }: Pick<DataFolder, 'home'>): string => path.join(home, 'cluster');

/** The directory cannot be used, but another one could. Every other failure is final. */
class Unreachable extends Error {}

/**
 * The requested data directory, created when missing. When the server's user cannot reach it (root's home for user
 * postgres, a read-only folder), this user's standard directory, with a note.
 * @throws Error of one line when neither works, or when the requested one holds a database that cannot be reached: an
 * empty one started elsewhere would look like lost data.
 */
export async function findDataFolder(requested: string): Promise<DataFolder> {
  const requestedPath = path.resolve(requested);
  try {
    return await prepare(requestedPath);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    const standard = standardDirectory(requestedPath);
    const dataFolder = await prepare(standard).catch((secondError: Error) => {
      const reasons = `${error.message}; ${secondError.message}`;
      throw new Error(`no data directory can be used: ${reasons}: choose one with DATA_DIR, or set DATABASE_URL`, {
        cause: error,
      });
    });
    return {
      ...dataFolder,
      note: `Data is kept in ${standard}: ${error.message}. Choose another place with DATA_DIR.`,
    };
  }
}

function standardDirectory(requestedPath: string): string {
  const name = createHash('sha256').update(requestedPath).digest('hex').slice(0, 12);
  const shared = isRoot() ? '/var/lib' : process.env['XDG_DATA_HOME'] || path.join(os.homedir(), '.local/share');
  return path.join(shared, 'collections-console', name);
}

async function prepare(directory: string): Promise<DataFolder> {
  const home = path.join(directory, 'postgres');
  const dataFolder = { directory, home, account: await accountFor(home) };
  try {
    const before = await lstat(home).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (before && !isRoot() && before.uid !== process.getuid?.())
      throw new Error(
        `data directory ${directory} belongs to user number ${before.uid}, as whom its database was started: ` +
          'start as that user again, or choose another with DATA_DIR',
      );
    if (!before) await makeFolders(directory, home);
    if (dataFolder.account && (!before || before.uid === 0))
      await chown(home, dataFolder.account.uid, dataFolder.account.gid);
    if (!(await canEnter(dataFolder))) {
      if (await exists(clusterFolder({ home })))
        throw new Error(
          `the database in ${home} cannot be reached by user number ${dataFolder.account?.uid}, as whom it runs: ` +
            'open the folders above it, or choose another with DATA_DIR',
        );
      if (!before) await rmdir(home);
      throw new Unreachable(
        `user number ${dataFolder.account?.uid}, as whom the database runs, cannot reach ${directory}`,
      );
    }
    return dataFolder;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      throw new Unreachable(`${directory} cannot be written (${code})`);
    if (code === 'ENOTDIR' || code === 'EEXIST')
      throw new Error(`data directory ${directory} is not a folder`, { cause: error });
    throw error;
  }
}

/** New parent folders stay open, or the server's user could not pass them. */
async function makeFolders(directory: string, home: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true });
  if (first && isRoot())
    for (let folder = directory; folder.startsWith(first); folder = path.dirname(folder)) await chmod(folder, 0o755);
  await mkdir(home, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    // Another start created it at the same time.
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Only the kernel knows (modes, access lists, mounts), so try it as that user. */
async function canEnter({ home, account }: DataFolder): Promise<boolean> {
  const check = account
    ? runAs(account, 'sh', ['-c', 'test -w "$1" && test -x "$1"', 'sh', home])
    : access(home, constants.W_OK | constants.X_OK);
  return check.then(
    () => true,
    () => false,
  );
}

export const exists = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  );
