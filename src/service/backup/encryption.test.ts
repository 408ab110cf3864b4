import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { operate } from '#service/cli/operate.ts';
import { migrations } from '#service/migrations/all.ts';
import { temporaryFolder, testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { backup } from './backup.ts';
import { contentOf, encryptedChunks, type BackupKey } from './encryption.ts';
import { verify } from './format.ts';
import { restore } from './restore.ts';
import { fill, fingerprint, withDatabase } from './testing.ts';

const secret = Buffer.from('seven brave otters paint the pier');
const keyOf = (words: Buffer | undefined): BackupKey => ({ isSet: words !== undefined, secret: async () => words });
const head = 71;
const chunk = 64 * 1024 + 16;

let folder: string;
let plain: string;
let locked: string;
let source: string;
let target: string;
let expected: Record<string, string>;
const created: TestDatabase[] = [];

before(async () => {
  folder = await temporaryFolder();
  [plain, locked] = [path.join(folder, 'plain.backup'), path.join(folder, 'locked.backup')];
  created.push(await testDatabase(), await testDatabase());
  [source, target] = created.map(({ databaseUrl }) => databaseUrl) as [string, string];
  await withDatabase(source, async (database) => {
    await fill(database);
    // What gzip cannot shorten, for several chunks.
    await database.pool.query(
      `insert into sign_in.oauth_item
        select 'Session', sha256(n::text::bytea), to_json(md5(n::text) || md5('b' || n)), null, null, now(), null
        from generate_series(1, 4000) n`,
    );
    await backup(database, plain);
    await backup(database, locked, secret);
  });
  expected = await fingerprint(source);
});
after(async () => {
  for (const database of created) await database.close();
  await rm(folder, { recursive: true, force: true });
});

const restoreFrom = (file: string, words: Buffer | undefined) =>
  withDatabase(target, (database) => restore(database, file, { replace: true, migrations, key: keyOf(words) }));

test('an encrypted backup restores everything with its key, is private, and holds no word of its content', async () => {
  await restoreFrom(locked, secret);
  assert.deepEqual(await fingerprint(target), expected);
  assert.equal((await stat(locked)).mode & 0o777, 0o600);
  const [zipped, hidden] = [await readFile(plain), await readFile(locked)];
  assert.equal(hidden.subarray(0, 39).toString(), 'collections-console encrypted backup 1\n');
  // Not even what gzip makes of the content is in it.
  for (let at = 0; at + 24 < zipped.length; at += 997)
    assert.ok(!hidden.includes(zipped.subarray(at, at + 24)), `${at}`);
  await restoreFrom(plain, undefined);
  assert.deepEqual(await fingerprint(target), expected);
});

test('every wrong key and every changed file is a clear error, and the database is unchanged', async () => {
  const whole = await readFile(locked);
  assert.ok(whole.length > head + 2 * chunk, 'several chunks');
  const [start, first, second] = [
    whole.subarray(0, head),
    whole.subarray(head, head + chunk),
    whole.subarray(head + chunk, head + 2 * chunk),
  ];
  const rest = whole.subarray(head + 2 * chunk);
  const flipped = (at: number) => {
    const copy = Buffer.from(whole);
    copy[at] = (copy[at] ?? 0) ^ 0x10;
    return copy;
  };
  const changed = /is not a whole backup: it was cut or changed/;
  const cases: [name: string, content: Buffer, words: Buffer | undefined, says: RegExp][] = [
    ['another passphrase', whole, Buffer.from('eight brave otters paint the pier'), /another passphrase or key file/],
    ['no key', whole, undefined, /is encrypted: set BACKUP_KEY_FILE or BACKUP_PASSPHRASE/],
    ['another salt', flipped(45), secret, /another passphrase or key file/],
    [
      'a newer format',
      Buffer.from(whole.toString('latin1').replace('backup 1', 'backup 2'), 'latin1'),
      secret,
      /newer/,
    ],
    ['swapped chunks', Buffer.concat([start, second, first, rest]), secret, changed],
    ['a repeated chunk', Buffer.concat([start, first, first, second, rest]), secret, changed],
    ['a chunk left out', Buffer.concat([start, second, rest]), secret, changed],
    ['something appended', Buffer.concat([whole, Buffer.from('x')]), secret, changed],
    ['two in one', Buffer.concat([whole, whole]), secret, changed],
    ['not encrypted, though a key is set', await readFile(plain), secret, /is not encrypted, but a key/],
    ...[40, head, head + 1, head + chunk, whole.length - 1].map((length): [string, Buffer, Buffer, RegExp] => [
      `cut at ${length}`,
      whole.subarray(0, length),
      secret,
      changed,
    ]),
    ...[head, head + chunk - 1, whole.length - 1].map((at): [string, Buffer, Buffer, RegExp] => [
      `byte ${at} flipped`,
      flipped(at),
      secret,
      changed,
    ]),
  ];
  const unchanged = await fingerprint(target);
  const bad = path.join(folder, 'bad.backup');
  for (const [name, content, words, says] of cases) {
    await writeFile(bad, content);
    // A restore verifies the whole file first.
    await assert.rejects(verify(bad, keyOf(words)), (error: Error) => {
      assert.match(error.message, says, name);
      assert.doesNotMatch(error.message, /\n|otters/, name);
      return true;
    });
  }
  await writeFile(bad, Buffer.concat([start, first, second.subarray(1), rest]));
  for (const [file, words] of [
    [bad, secret],
    [locked, Buffer.from('another')],
    [locked, undefined],
  ] as const)
    await assert.rejects(restoreFrom(file, words));
  assert.deepEqual(await fingerprint(target), unchanged);
});

test('a stream of any length comes back, one chunk in memory at a time', async () => {
  const file = path.join(folder, 'stream');
  for (const length of [0, 65_536, 65_537, 1_000_001]) {
    const content = Buffer.alloc(length, 'abcdefg');
    await writeFile(file, content);
    await writeFile(`${file}.locked`, encryptedChunks(createReadStream(file), secret));
    const parts: Buffer[] = [];
    for await (const part of contentOf(`${file}.locked`, keyOf(secret))) parts.push(part);
    assert.ok(Buffer.concat(parts).equals(content), String(length));
    assert.ok(parts.every((part) => part.length <= 65_536));
  }
});

test('the commands take the key from a file or the environment, and never write without it', async () => {
  const keyFile = path.join(folder, 'backup.key');
  await writeFile(keyFile, Buffer.from('b3JhbmdlIHRyYWluIHNldmVuIGxha2VzIGZyb3N0eSBtb29u\n'));
  await writeFile(path.join(folder, 'short.key'), 'short');
  const run = async (command: 'backup' | 'restore', words: string[], environment: Record<string, string>) => {
    const lines: string[] = [];
    const [log, error] = [console.log, console.error];
    const names = ['DATABASE_URL', 'BACKUP_KEY_FILE', 'BACKUP_PASSPHRASE'];
    const before = names.map((name) => process.env[name]);
    console.log = console.error = (line: string) => void lines.push(line);
    for (const name of names) process.env[name] = environment[name] ?? '';
    try {
      await operate(command, words, folder);
    } finally {
      [console.log, console.error] = [log, error];
      for (const [index, name] of names.entries())
        if (before[index] === undefined) delete process.env[name];
        else process.env[name] = before[index];
    }
    const failed = process.exitCode === 1;
    process.exitCode = undefined;
    return { text: lines.join('\n'), failed };
  };
  const out = path.join(folder, 'out');
  await mkdir(out);
  const from = { DATABASE_URL: source };
  for (const [environment, says] of [
    [{ BACKUP_KEY_FILE: 'none.key' }, /^BACKUP_KEY_FILE: none.key cannot be read \(ENOENT\)$/],
    [{ BACKUP_KEY_FILE: 'short.key' }, /^BACKUP_KEY_FILE: short.key has fewer than 32 bytes$/],
    [{ BACKUP_PASSPHRASE: 'short' }, /^BACKUP_PASSPHRASE: must have at least 12 characters$/],
    [{ BACKUP_KEY_FILE: keyFile, BACKUP_PASSPHRASE: String(secret) }, /^BACKUP_KEY_FILE: .*both set/],
  ] as const) {
    const result = await run('backup', ['out/x.backup'], { ...from, ...environment });
    assert.match(result.text, says);
    assert.ok(result.failed);
  }
  assert.deepEqual(await readdir(out), []);

  const written = await run('backup', ['out/key.backup'], { ...from, BACKUP_KEY_FILE: 'backup.key' });
  assert.match(written.text, /rows of .*, encrypted$/);
  await writeFile(`${keyFile}.next`, 'another key, made while the backup ran, 40 bytes');
  const wrong = await run('restore', ['out/key.backup', '--replace'], {
    DATABASE_URL: target,
    BACKUP_KEY_FILE: `${keyFile}.next`,
  });
  assert.match(wrong.text, /another passphrase or key file/);
  const restored = await run('restore', ['out/key.backup', '--replace'], {
    DATABASE_URL: target,
    BACKUP_KEY_FILE: keyFile,
  });
  assert.ok(!restored.failed, restored.text);
  // The command leaves an entry of its own in the audit, with the number of a call.
  const withoutAudit = (found: Record<string, string>) =>
    Object.entries(found).filter(([table]) => !/audit_|call_sequence/.test(table));
  assert.deepEqual(withoutAudit(await fingerprint(target)), withoutAudit(expected));

  await run('backup', ['out/words.backup'], { ...from, BACKUP_PASSPHRASE: String(secret) });
  await restoreFrom(path.join(out, 'words.backup'), secret);
  assert.deepEqual(await fingerprint(target), expected);
  const open = await run('backup', ['out/open.backup'], from);
  assert.match(open.text, /, not encrypted$/);
});
