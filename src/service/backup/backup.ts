import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
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
import { encryptedChunks } from './encryption.ts';
import { endOfTable, backupFormat, lineOf, type Header } from './format.ts';

interface Taken {
  taken: string;
  tables: number;
  rows: number;
}

/**
 * Writes the whole database, with the sign-in's people and keys, to a file that only its owner may read. It reads one
 * snapshot: calls continue, and each is in it completely or not at all. The file gets its name when it is complete.
 * @param secret encrypts the file.
 * @throws Error of one line when the database has no migrations, or its user cannot read every row.
 */
export async function backup(database: Pick<Database, 'streams'>, file: string, secret?: Buffer): Promise<Taken> {
  const partial = `${file}.partial`;
  const client = await database.streams.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    await withoutBounds(client);
    const migrations = await migrationNames(client);
    if (migrations.length === 0) throw new Error('the database holds nothing of this program');
    const tables = await tablesOf(client);
    const asMaintenance = await needsMaintenance(client, tables);
    const header: Header = {
      format: backupFormat,
      taken: new Date().toISOString(),
      migrations,
      tables: tables.map(({ schema, name, columns }) => ({ schema, name, columns })),
    };
    const rows: number[] = [];
    // Left by an earlier run, perhaps of another user: its mode would remain.
    await rm(partial, { force: true });
    await pipeline(
      Readable.from(content(client, header, tables, asMaintenance, rows), { objectMode: false }),
      createGzip(),
      secret ? (zipped: AsyncIterable<Buffer>) => encryptedChunks(zipped, secret) : new PassThrough(),
      createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
    );
    await client.query('commit');
    await rename(partial, file);
    await flush(path.dirname(path.resolve(file)));
    return { taken: header.taken, tables: tables.length, rows: rows.reduce((sum, count) => sum + count, 0) };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    // The connection is in an unknown state after a failure, so it is not reused.
    client.release(true);
  }
}

async function* content(
  client: pg.PoolClient,
  header: Header,
  tables: CatalogTable[],
  asMaintenance: boolean,
  rows: number[],
): AsyncGenerator<Buffer | string> {
  const hash = createHash('sha256');
  const hashed = <Part extends Buffer | string>(part: Part): Part => {
    hash.update(part);
    return part;
  };
  yield hashed(lineOf(header));
  for (const table of tables) {
    const role = asMaintenance && table.isGuarded ? 'collections_maintenance' : 'none';
    await client.query(`select set_config('role', $1, true)`, [role]);
    const copy = client.query(
      copyTo(`copy ${quotedName(table)} (${table.columns.map(quotedIdentifier).join(', ')}) to stdout`),
    );
    for await (const part of copy) yield hashed(part as Buffer);
    rows.push(copy.rowCount);
    yield hashed(endOfTable);
  }
  // Last, because the snapshots of several nodes differ a little: every row's number must be below its sequence.
  await client.query(`select set_config('role', 'none', true)`);
  yield hashed(lineOf({ sequences: await sequencesOf(client) }));
  yield lineOf({ rows, sha256: hash.digest('hex') });
}

/**
 * Whether to read merchants' rows as the maintenance role, whose policies show all of them. Without such a policy COPY
 * would silently skip rows.
 */
async function needsMaintenance(client: pg.ClientBase, tables: CatalogTable[]): Promise<boolean> {
  const { rows } = await client.query<{ passes: boolean; kept: string[] }>(
    `select (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as passes,
      array(select schemaname || '.' || tablename from pg_policies where 'collections_maintenance' = any (roles)) as kept`,
  );
  const [{ passes, kept } = { passes: false, kept: [] }] = rows;
  if (passes) return false;
  const hidden = tables.find((table) => table.isGuarded && !kept.includes(`${table.schema}.${table.name}`));
  if (hidden)
    throw new Error(
      `the user of DATABASE_URL cannot read all rows of ${hidden.name}: ` +
        'start this version of the program once, or use a user with BYPASSRLS',
    );
  return true;
}

/** Without this a power cut could undo the rename. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().finally(() => handle.close());
}
