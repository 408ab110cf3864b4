import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { distribute } from './distribute.ts';
import type { Database } from './open.ts';

export interface Migration {
  up(client: pg.ClientBase): Promise<unknown>;
}

/**
 * Brings the schema up to date, in one transaction. When two processes start at once, one applies and the other waits.
 * @returns the names that were applied.
 * @throws Error with its cause; of one line when a newer version of this program has changed the database.
 */
export async function migrate(database: Database, migrations: Record<string, Migration>): Promise<string[]> {
  const client = await database.schema.connect();
  try {
    const applied: string[] = [];
    for (let tries = 1; ; tries++)
      try {
        applied.push(...(await inTransaction(client, () => applyNew(client, migrations))));
        await inTransaction(client, () => distribute(client));
        return applied;
      } catch (error) {
        if (tries === 10 || !isRoleBusy(error)) throw error;
        await pause(100 * tries);
      }
  } finally {
    client.release();
  }
}

/**
 * Roles belong to the whole server, so migrations of two databases may change one at once, which fails on distributed
 * nodes. A failed attempt leaves nothing behind.
 */
const isRoleBusy = (error: unknown): boolean =>
  error instanceof Error && /tuple concurrently updated/.test(error.message);

async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Applies the missing migrations in the order of their names, in the caller's transaction. */
export async function applyNew(client: pg.ClientBase, migrations: Record<string, Migration>): Promise<string[]> {
  await client.query('select pg_advisory_xact_lock(3853314791062309107)');
  const former = await client.query(`select to_regclass('kysely_migration') is not null as "isThere"`);
  if (former.rows[0]?.isThere)
    throw new Error(
      'the database was made by a version before 1.0.0, which cannot be brought up to date: name another one',
    );
  await client.query(
    'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string }>('select name from migration');
  const applied = new Set(rows.map(({ name }) => name));
  const unknown = [...applied].filter((name) => !Object.hasOwn(migrations, name)).toSorted();
  if (unknown.length > 0)
    throw new Error(
      `the database is newer than this program (it has ${unknown.join(', ')}): start the newer one, or name another database`,
    );
  const missing = Object.entries(migrations)
    .filter(([name]) => !applied.has(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  for (const [name, migration] of missing)
    try {
      await migration.up(client);
      await client.query('insert into migration (name) values ($1)', [name]);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`the database could not be brought up to date (${name}): ${reason}`, { cause: error });
    }
  return missing.map(([name]) => name);
}
