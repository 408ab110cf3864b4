import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { applyNew, migrate, type Migration } from '#service/database/migrate.ts';
import type { Database } from '#service/database/open.ts';
import {
  quotedIdentifier,
  migrationNames,
  quotedName,
  sequencesOf,
  tablesOf,
  withoutBounds,
  type CatalogTable,
} from './catalog.ts';
import type { BackupKey } from './encryption.ts';
import { BackupReader, BadFile, verify, type Header } from './format.ts';

interface Restored {
  taken: string;
  tables: number;
  rows: number;
  /** Migrations applied after the restore, since an older version wrote the backup. */
  migrated: string[];
}

/**
 * Restores the database of a backup: drops the tables, creates them again by the file's migrations, and fills them. One
 * transaction, so any failure, even kill -9, leaves the database unchanged.
 * @param options.replace whether existing merchants and people may be dropped.
 * @param options.migrations all that this program knows; those newer than the file's run afterwards.
 * @param options.key for an encrypted file.
 * @throws BadFile when the file is incomplete or a newer program's; Error of one line when the database is not empty,
 * or a service has it open.
 */
export async function restore(
  database: Database,
  file: string,
  { replace, migrations, key = noKey }: { replace: boolean; migrations: Record<string, Migration>; key?: BackupKey },
): Promise<Restored> {
  const known = Object.keys(migrations).toSorted();
  const newer = (await verify(file, key)).migrations.filter((name, index) => name !== known[index]);
  if (newer.length > 0)
    throw new BadFile(
      `${file} was written by another version of this program (it has ${newer.join(', ')}): use that one`,
    );
  await mustBeUnused(database.pool);
  const loaded = await inOneTransaction(database.streams, async (client) => {
    if (!replace) await mustBeEmpty(client);
    await dropOurs(client);
    return load(client, new BackupReader(file, key), file, migrations);
  });
  const migrated = await migrate(database, migrations);
  await database.schema.query('analyze');
  return { ...loaded, migrated };
}

const noKey: BackupKey = { isSet: false, secret: async () => undefined };

async function inOneTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await withoutBounds(client);
    await client.query(`set local lock_timeout = '10s'`);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    throw withoutValues(error as Error & { code?: string });
  } finally {
    // Closing also rolls back, and an interrupted COPY may never answer a rollback.
    client.release(true);
  }
}

/** PostgreSQL quotes the wrong value, which is personal data here: report only the error code. */
function withoutValues(error: Error & { code?: string }): Error {
  if (!/^(22|23)...$/.test(error.code ?? '')) return error;
  return new Error(`the database refused a row of the backup (SQLSTATE ${error.code})`);
}

/** A service would continue on dropped tables. Connections of one that has just ended take a moment to disappear. */
async function mustBeUnused(pool: pg.Pool): Promise<void> {
  for (let tries = 0; ; tries++) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*) as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name = 'collections-console'`,
    );
    const count = rows[0]?.count ?? 0;
    if (count === 0) return;
    if (tries === 10)
      throw new Error(`a service has the database open (${count} connections): stop it before a restore`);
    await pause(200);
  }
}

async function mustBeEmpty(client: pg.ClientBase): Promise<void> {
  const tables = await tablesOf(client);
  for (const table of tables.filter(({ name }) => ['merchant', 'person', 'program'].includes(name))) {
    if (table.isGuarded) await client.query(`alter table ${quotedName(table)} no force row level security`);
    const { rowCount } = await client.query(`select from ${quotedName(table)} limit 1`);
    if (rowCount)
      throw new Error(
        'the database already holds merchants or people: name an empty one, or give --replace to replace all it holds',
      );
  }
}

/** Drops what the migrations created; anything else in the database stays. */
async function dropOurs(client: pg.ClientBase): Promise<void> {
  if ((await migrationNames(client)).length === 0) return;
  const tables = (await tablesOf(client)).map(quotedName);
  if (tables.length > 0) await client.query(`drop table ${tables.join(', ')}`);
  const sequences = (await sequencesOf(client)).map(quotedName);
  if (sequences.length > 0) await client.query(`drop sequence ${sequences.join(', ')}`);
  // Only trigger functions are left in it: the tables and their triggers are gone.
  const functions = await client.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc where pronamespace = to_regnamespace('sign_in')`,
  );
  for (const { name } of functions.rows) await client.query(`drop function ${name}`);
  await client.query('drop schema if exists sign_in');
  await client.query('drop table public.migration');
}

async function load(client: pg.PoolClient, reader: BackupReader, file: string, migrations: Record<string, Migration>) {
  try {
    const header = await reader.header();
    const written = Object.entries(migrations).filter(([name]) => header.migrations.includes(name));
    await applyNew(client, Object.fromEntries(written));
    const created = new Map((await tablesOf(client)).map((table) => [quotedName(table), table]));
    mustFit(file, header, created);
    // Migrations may have inserted rows.
    await client.query(`truncate ${[...created.keys()].join(', ')}`);
    const rows: number[] = [];
    for (const { schema, name, columns } of header.tables) {
      const isGuarded = created.get(quotedName({ schema, name }))?.isGuarded ?? false;
      rows.push(await fill(client, { schema, name, columns, isGuarded }, reader));
    }
    const sequences = await reader.sequences(header);
    await reader.end(rows);
    for (const sequence of sequences)
      await client.query('select setval($1::regclass, $2, $3)', [
        quotedName(sequence),
        sequence.last,
        sequence.isCalled,
      ]);
    await releaseJobs(client, [...created.values()]);
    const count = rows.reduce((sum, part) => sum + part, 0);
    return { taken: header.taken, tables: rows.length, rows: count };
  } finally {
    await reader.close();
  }
}

function mustFit(file: string, header: Header, created: Map<string, CatalogTable>): void {
  const columns = (list: string[]) => list.toSorted().join();
  const fits =
    header.tables.length === created.size &&
    header.tables.every((table) => columns(table.columns) === columns(created.get(quotedName(table))?.columns ?? []));
  if (!fits) throw new BadFile(`${file} has other tables than the migrations that it names`);
}

/** COPY fails under policies that apply to the owner, so they are off for this statement. */
async function fill(client: pg.PoolClient, table: CatalogTable, reader: BackupReader): Promise<number> {
  const name = quotedName(table);
  if (table.isGuarded) await client.query(`alter table ${name} no force row level security`);
  const copy = client.query(copyFrom(`copy ${name} (${table.columns.map(quotedIdentifier).join(', ')}) from stdin`));
  await pipeline(Readable.from(reader.rows(), { objectMode: false }), copy);
  if (table.isGuarded) await client.query(`alter table ${name} force row level security`);
  return copy.rowCount;
}

/** No process runs these jobs any more. */
async function releaseJobs(client: pg.ClientBase, tables: CatalogTable[]): Promise<void> {
  for (const table of tables.filter(({ columns }) => columns.includes('claimed_until')))
    await client.query(`update ${quotedName(table)} set claim = null, claimed_until = null where claim is not null`);
}
