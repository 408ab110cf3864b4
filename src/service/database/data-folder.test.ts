import assert from 'node:assert/strict';
import { chmod, chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { temporaryFolder } from '#service/testing/database.ts';
import { canRunAsOrdinaryUser, serverProcess, startProcess } from '#service/testing/processes.ts';
import { accountFor, isRoot } from './account.ts';
import { findDataFolder } from './data-folder.ts';
import { startEmbedded } from './embedded.ts';

let folder: string;
before(async () => void (folder = await temporaryFolder()));
after(() => rm(folder, { recursive: true, force: true }));

const onlyRoot = { skip: isRoot() ? false : 'needs root' };
const asOrdinary = {
  skip: canRunAsOrdinaryUser() ? false : 'an ordinary user cannot read this clone, or run this Node',
};

/** The result of findDataFolder in an ordinary user's process, or the error's message. */
async function placeOf(directory: string, env: Record<string, string> = {}) {
  const code = `
    import { findDataFolder } from 'service/database/data-folder.ts';
    console.log(JSON.stringify(await findDataFolder(process.argv[1]).catch((error) => ({ error: error.message }))));`;
  const child = startProcess(code, [directory], { isOrdinary: true, env });
  const dataFolder = JSON.parse(await child.line()) as { directory?: string; note?: string; error?: string };
  await child.kill('SIGKILL');
  return dataFolder;
}

test('an existing directory keeps its owner and mode; only the folder inside is closed', async () => {
  const directory = path.join(folder, 'there');
  await mkdir(directory, { mode: 0o755 });
  const before = await stat(directory);
  const dataFolder = await findDataFolder(directory);
  const after = await stat(directory);
  assert.deepEqual([after.uid, after.gid, after.mode], [before.uid, before.gid, before.mode]);
  assert.equal((await stat(dataFolder.home)).mode & 0o777, 0o700);
  assert.equal((await stat(dataFolder.home)).uid, dataFolder.account?.uid ?? process.getuid?.());
});

test('reports a file where the directory should be', async () => {
  await writeFile(path.join(folder, 'file'), '');
  await assert.rejects(findDataFolder(path.join(folder, 'file')), {
    message: /^data directory .*file is not a folder$/,
  });
});

test('root: the server can pass new folders even under umask 077', onlyRoot, async () => {
  const mask = process.umask(0o077);
  try {
    const directory = path.join(folder, 'new/deep/data');
    const dataFolder = await findDataFolder(directory);
    assert.equal(dataFolder.directory, directory);
    assert.equal(dataFolder.note, undefined);
  } finally {
    process.umask(mask);
  }
});

test(
  'root: uses the standard directory, with a note, when the server cannot reach the requested one',
  onlyRoot,
  async () => {
    const closed = path.join(folder, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const embedded = await startEmbedded(path.join(closed, 'data'));
    try {
      assert.match(embedded.directory, /^\/var\/lib\/collections-console\/[0-9a-f]{12}$/);
      const note = String(embedded.note);
      assert.ok(note.includes(`cannot reach ${closed}/data`), note);
      assert.ok(note.includes(embedded.directory), note);
      assert.deepEqual(await readdir(path.join(closed, 'data')), []);
    } finally {
      await embedded.stop();
      await rm(embedded.directory, { recursive: true, force: true });
    }
  },
);

test('root: reports an existing database that is unreachable, and starts no empty one instead', onlyRoot, async () => {
  const closed = path.join(folder, 'closing');
  const { home } = await findDataFolder(path.join(closed, 'data'));
  await mkdir(path.join(home, 'cluster'));
  await chmod(closed, 0o700);
  await assert.rejects(findDataFolder(path.join(closed, 'data')), {
    message: /^the database in .* cannot be reached by user/,
  });
});

test('root: the server runs as the owner of the existing database', onlyRoot, async () => {
  const home = path.join(folder, 'theirs/postgres');
  await mkdir(home, { recursive: true });
  await chmod(home, 0o700);
  await chown(home, 65534, 65534);
  assert.deepEqual(await accountFor(home), { uid: 65534, gid: 65534 });
  assert.deepEqual((await findDataFolder(path.dirname(home))).account, { uid: 65534, gid: 65534 });
});

test('an ordinary user runs the server under the same account', asOrdinary, async () => {
  const above = path.join(folder, 'open');
  await mkdir(above);
  await chmod(above, 0o777);
  const child = startProcess(serverProcess, [path.join(above, 'data')], { isOrdinary: true });
  try {
    const report = JSON.parse(await child.line()) as { error?: string; uid: number };
    assert.equal(report.error, undefined);
    assert.equal((await stat(path.join(above, 'data/postgres/cluster'))).uid, report.uid);
  } finally {
    await child.kill('SIGKILL');
  }
});

test('an ordinary user gets the standard directory when the requested one is read-only', asOrdinary, async () => {
  const closed = path.join(folder, 'not-writable');
  const share = path.join(folder, 'share');
  await mkdir(closed, { mode: 0o555 });
  await mkdir(share);
  await chmod(share, 0o777);
  const { directory, note } = await placeOf(path.join(closed, 'data'), { XDG_DATA_HOME: share });
  assert.match(String(directory), new RegExp(`^${share}/collections-console/[0-9a-f]{12}$`));
  assert.match(String(note), /^Data is kept in .*: .*not-writable\/data cannot be written \(EACCES\)\. .*DATA_DIR\.$/);
  const neither = await placeOf(path.join(closed, 'data'), { XDG_DATA_HOME: closed });
  assert.match(String(neither.error), /^no data directory can be used: .*EACCES.*EACCES.*DATA_DIR.*DATABASE_URL$/);
});

test("names the owner of another user's database", { skip: onlyRoot.skip || asOrdinary.skip }, async () => {
  const directory = path.join(folder, 'of-root');
  const { account } = await findDataFolder(directory);
  const { error } = await placeOf(directory);
  assert.match(
    String(error),
    new RegExp(`^data directory ${directory} belongs to user number ${account?.uid}, .*DATA_DIR$`),
  );
});
