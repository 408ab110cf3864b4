import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '#service/database/migrate.ts';
import { openDatabase } from '#service/database/open.ts';
import { migrations } from '#service/migrations/all.ts';
import { temporaryFolder, testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { startProcess, type TestProcess } from '#service/testing/processes.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';
import { fill, fingerprint, withDatabase } from './testing.ts';

const program = `
import { operate } from 'service/cli/operate.ts';
await operate('restore', process.argv.slice(1), '/');
`;

let taken = 0;
let folder: string;
let file: string;
const created: TestDatabase[] = [];
before(async () => {
  folder = await temporaryFolder();
  file = path.join(folder, 'large.backup');
  created.push(await testDatabase());
  // Large enough that the kill hits the restore in its middle.
  await withDatabase(created[0]?.databaseUrl ?? '', async (database) => {
    await migrate(database, migrations);
    await database.streams.query(
      `begin; select set_config('app.merchant', '1', true);
        insert into change (merchant, product, subject, change_date, changed_by, client_number, change_type, field_changed)
        select '1', 'EFT', 'client', '2026-03-01 08:00', 'staff', 'C-' || n, 'CREATE', 'ClientNumber'
        from generate_series(1, 150000) n; commit`,
    );
    taken = (await backup(database, file)).rows;
  });
});
after(async () => {
  for (const database of created) await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Settles while rows are being loaded; rejects when the restore ends before any are seen. */
async function loading(connection: pg.ClientConfig, restoring: TestProcess): Promise<void> {
  const end = new AbortController();
  restoring.line().then(
    (line) => end.abort(new Error(`the restore went through: ${line}`)),
    (error: Error) => end.abort(error),
  );
  while (!end.signal.aborted) {
    const client = new pg.Client(connection);
    client.on('error', () => undefined);
    try {
      await client.connect();
      while (!end.signal.aborted) {
        const { rowCount } = await client.query(
          `select from pg_stat_activity where datname = current_database() and state = 'active' and query like 'copy %change%'`,
        );
        if (rowCount) return;
        await pause(5);
      }
    } catch {
      // The server is not up yet.
      await pause(20);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw end.signal.reason;
}

test('kill -9 in the middle of a restore: the embedded database is unchanged, and the next restore succeeds', async () => {
  const dataDirectory = path.join(folder, 'data');
  const first = await openDatabase({ dataDirectory });
  await fill(first);
  const contents = await fingerprint(first.pool);
  await first.close();

  const restoring = startProcess(program, [file, '--replace'], { env: { DATA_DIR: dataDirectory } });
  await loading({ host: path.join(dataDirectory, 'postgres'), user: 'postgres', database: 'postgres' }, restoring);
  await restoring.kill('SIGKILL');

  const second = await openDatabase({ dataDirectory, poolSize: 1 });
  assert.deepEqual(await fingerprint(second.pool), contents);
  const { rows } = await restore(second, file, { replace: true, migrations });
  assert.ok(taken >= 150_000);
  assert.equal(rows, taken);
  await second.close();
});

test('kill -9 in the middle of a restore: another PostgreSQL is still empty', async () => {
  const target = await testDatabase();
  created.push(target);
  const restoring = startProcess(program, [file], { env: { DATABASE_URL: target.databaseUrl } });
  await loading({ connectionString: target.databaseUrl }, restoring);
  await restoring.kill('SIGKILL');
  assert.deepEqual(await fingerprint(target.databaseUrl), {});
});
