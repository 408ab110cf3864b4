import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { migrate } from '#service/database/migrate.ts';
import { openDatabase, type Database } from '#service/database/open.ts';
import { migrations } from '#service/migrations/all.ts';
import { ownedDatabase, temporaryFolder, testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';
import { openBeside } from './source.ts';
import { fill, fingerprint, withDatabase } from './testing.ts';

let folder: string;
let dataDirectory: string;
/** The database of a running service. */
let embedded: Database;
/** The fingerprint of that database. */
let file: string;
let expected: Record<string, string>;
const created: TestDatabase[] = [];

const empty = async (): Promise<string> => {
  const database = await testDatabase();
  created.push(database);
  return database.databaseUrl;
};
const restoreInto = (databaseUrl: string, from: string, replace = false) =>
  withDatabase(databaseUrl, (database) => restore(database, from, { replace, migrations }));

before(async () => {
  folder = await temporaryFolder();
  dataDirectory = path.join(folder, 'data');
  file = path.join(folder, 'whole.backup');
  embedded = await openDatabase({ dataDirectory });
  await fill(embedded);
  expected = await fingerprint(embedded.pool);
});
after(async () => {
  await embedded.close();
  for (const database of created) await database.close();
  await rm(folder, { recursive: true, force: true });
});

test('restores everything of a running service to another PostgreSQL', async () => {
  const beside = await openBeside({ dataDirectory }, { mustExist: true });
  const taken = await backup(beside, file).finally(() => beside.close());
  assert.ok(taken.rows > 9000, String(taken.rows));
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.deepEqual((await readdir(folder)).toSorted(), ['data', 'whole.backup']);

  const databaseUrl = await empty();
  const restored = await restoreInto(databaseUrl, file);
  assert.deepEqual([restored.rows, restored.taken, restored.migrated], [taken.rows, taken.taken, []]);
  assert.deepEqual(await fingerprint(databaseUrl), expected);
  const unfilled = Object.keys(expected).filter((name) => expected[name]?.startsWith('0 '));
  // Only sending creates rows in `message`, and a change that waits for a second administrator those of the other.
  assert.deepEqual(unfilled.toSorted(), ['"public"."message"', '"sign_in"."settings_request"']);
  assert.match(expected['"public"."client"'] ?? '', /^600 .* guarded true true$/);
  // The migrations created the tables, so a service can start on them.
  await withDatabase(databaseUrl, async (database) => {
    assert.deepEqual(await migrate(database, migrations), []);
    const { rows } = await database.pool.query('select claim, claimed_until, attempts from job');
    assert.deepEqual(rows, [{ claim: null, claimed_until: null, attempts: 3 }]);
  });
});

test('backs up a folder without a running service; refuses one without a database and leaves it unchanged', async () => {
  const other = path.join(folder, 'other');
  const first = await openDatabase({ dataDirectory: other });
  await migrate(first, migrations);
  await first.close();
  const beside = await openBeside({ dataDirectory: other }, { mustExist: true });
  await backup(beside, path.join(folder, 'other.backup')).finally(() => beside.close());
  const missing = path.join(folder, 'missing');
  await assert.rejects(openBeside({ dataDirectory: missing }, { mustExist: true }), /no database in .*DATA_DIR/);
  await assert.rejects(stat(missing));
});

test('a backup taken under writes has each batch completely or not at all, and every batch acknowledged before it', async () => {
  const { pool } = embedded;
  const lanes = [0, 1, 2, 3].map((lane) => ({ lane, acknowledged: 0 }));
  const over = new AbortController();
  const write = async (it: (typeof lanes)[number]) => {
    while (!over.signal.aborted) {
      await pool.query(
        `with me as (select set_config('app.merchant', '1002', true))
          insert into client (merchant, product, client_number, client_name, bank_code, branch_code, account_type,
            account_number)
          select '1002', 'EFT', 'B-${it.lane}-${it.acknowledged}-' || n, 'Batch', 4, 470010, 1, n
          from me, generate_series(1, 20) n`,
      );
      it.acknowledged++;
    }
  };
  const writing = lanes.map(write);
  const reaches = async (count: number) => {
    while (lanes.some((it) => it.acknowledged < count)) await new Promise((resolve) => setImmediate(resolve));
  };
  await reaches(5);
  const sure = lanes.map((it) => it.acknowledged);
  const busy = path.join(folder, 'busy.backup');
  const beside = await openBeside({ dataDirectory }, { mustExist: true });
  await backup(beside, busy).finally(() => beside.close());
  await reaches(Math.max(...lanes.map((it) => it.acknowledged)) + 1);
  over.abort();
  await Promise.all(writing);

  const databaseUrl = await empty();
  await restoreInto(databaseUrl, busy);
  const { rows } = await withDatabase(databaseUrl, ({ pool: restored }) =>
    restored.query<{ lane: number; batch: number; count: number }>(
      `with me as (select set_config('app.merchant', '1002', true))
        select split_part(client_number, '-', 2)::int as lane, split_part(client_number, '-', 3)::int as batch,
          count(*) as count
        from me, client where client_number like 'B-%' group by 1, 2 order by 1, 2`,
    ),
  );
  for (const { lane, acknowledged } of lanes) {
    const batches = rows.filter((it) => it.lane === lane);
    assert.ok(
      batches.length >= (sure[lane] ?? 0) && batches.length < acknowledged,
      `${batches.length} of lane ${lane}`,
    );
    assert.deepEqual(
      batches.map((it) => [it.batch, it.count]),
      batches.map((_, index) => [index, 20]),
    );
  }
});

test('refuses a truncated, changed or foreign file in one line, and changes nothing in the database', async () => {
  const databaseUrl = await empty();
  await restoreInto(databaseUrl, file);
  const whole = await readFile(file);
  const text = gunzipSync(whole).toString('utf8');
  const [header = '', ...lines] = text.split('\n');
  const newer = JSON.parse(header) as { migrations: string[] };
  newer.migrations.push('999-later');
  const flipped = (at: number) => {
    const copy = Buffer.from(whole);
    copy[at] = (copy[at] ?? 0) ^ 0x10;
    return copy;
  };
  const places = Array.from({ length: 12 }, (_, index) => 10 + Math.floor(((whole.length - 11) * index) / 11));
  const changed: [name: string, content: Buffer | string, says: RegExp][] = [
    ...[0, 1, 9, 500, whole.length >> 1, whole.length - 9, whole.length - 1].map((length): [string, Buffer, RegExp] => [
      `cut at ${length}`,
      whole.subarray(0, length),
      /not a (whole )?backup/,
    ]),
    ...places.map((at): [string, Buffer, RegExp] => [`byte ${at} flipped`, flipped(at), /not a (whole )?backup/]),
    ['a text', 'id;name\n1;Thandi\n', /is not a whole backup/],
    ['another gzip', gzipSync('{"format":"other"}\n'), /is not a backup that this program can read/],
    ['two in one', Buffer.concat([whole, whole]), /is not a whole backup/],
    ['a row less', gzipSync(text.replace(/\n1002\t[^\n]*\n/, '\n')), /is not a whole backup/],
    ['another digit', gzipSync(text.replace('1002\tMerchant', '1002\tMerchans')), /is not a whole backup/],
    ['no end', gzipSync([header, ...lines.slice(0, -2), ''].join('\n')), /is not a whole backup/],
    ['a newer one', gzipSync([JSON.stringify(newer), ...lines].join('\n')), /is not a whole backup/],
  ];
  const before_ = await fingerprint(databaseUrl);
  for (const [name, content, says] of changed) {
    const bad = path.join(folder, 'bad.backup');
    await writeFile(bad, content);
    await assert.rejects(restoreInto(databaseUrl, bad, true), (error: Error) => {
      assert.match(error.message, says, name);
      assert.doesNotMatch(error.message, /\n|Thandi|Merchant/, name);
      return true;
    });
  }
  await assert.rejects(restoreInto(databaseUrl, path.join(folder, 'none'), true), /cannot be read \(ENOENT\)/);
  assert.deepEqual(await fingerprint(databaseUrl), before_);
});

test('refuses the backup of a newer version; restores an older one and then migrates it', async () => {
  const newer = { ...migrations, '999-later': { up: async () => undefined } };
  const source = await empty();
  const later = path.join(folder, 'later.backup');
  await withDatabase(source, async (database) => {
    await migrate(database, newer);
    await backup(database, later);
  });
  const target = await empty();
  await assert.rejects(restoreInto(target, later), /another version of this program \(it has 999-later\)/);
  assert.deepEqual(await fingerprint(target), {});

  const older = await empty();
  const early = path.join(folder, 'early.backup');
  await withDatabase(older, async (database) => {
    await migrate(database, migrations);
    await database.pool.query(
      `begin; select set_config('app.merchant', '7', true); insert into merchant values ('7', 'Seven'); commit`,
    );
    await backup(database, early);
  });
  const restored = await withDatabase(target, (database) =>
    restore(database, early, { replace: false, migrations: newer }),
  );
  assert.deepEqual(restored.migrated, ['999-later']);
  const { rows } = await withDatabase(target, ({ pool }) =>
    pool.query(`with me as (select set_config('app.merchant', '7', true)) select name from me, merchant`),
  );
  assert.deepEqual(rows, [{ name: 'Seven' }]);
});

test('refuses a database that has merchants or is in use; --replace replaces its content', async () => {
  const databaseUrl = await empty();
  await restoreInto(databaseUrl, file);
  await withDatabase(databaseUrl, ({ pool }) => pool.query(`delete from sign_in.person where username = 'staff'`));
  await assert.rejects(restoreInto(databaseUrl, file), /already holds merchants or people.*--replace/);
  const service = await openDatabase({ databaseUrl, dataDirectory });
  await assert.rejects(restoreInto(databaseUrl, file, true), /a service has the database open/);
  await service.close();
  const { rows } = await restoreInto(databaseUrl, file, true);
  assert.ok(rows > 9000);
  assert.deepEqual(await fingerprint(databaseUrl), expected);
  await assert.rejects(
    openDatabase({ dataDirectory }),
    /data directory .* is in use by process \d+/,
    'the embedded one of a running service',
  );
});

test('reads and restores every row as a user who is no superuser', async () => {
  const source = await ownedDatabase();
  await restoreInto(source.databaseUrl, file);
  const copy = path.join(folder, 'owner.backup');
  await withDatabase(source.databaseUrl, (database) => backup(database, copy));
  assert.deepEqual(await fingerprint(source.superuserUrl), expected);
  await source.close();
  const target = await ownedDatabase();
  for (const isThere of [false, true]) await restoreInto(target.databaseUrl, copy, isThere);
  assert.deepEqual(await fingerprint(target.superuserUrl), expected);
  await target.close();
});
