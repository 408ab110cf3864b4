import { setTimeout as pause } from 'node:timers/promises';
import { Migrator, sql, type Kysely, type Migration } from 'kysely';
import { distribute } from './distribute.ts';
import type { Database } from './open.ts';

/**
 * Brings the schema up to date, in one transaction. When two processes start at once, one applies and the other waits.
 * @returns the names that were applied.
 * @throws Error with its cause; of one line when a newer version of this program has changed the database.
 */
export async function migrate(database: Database, migrations: Record<string, Migration>): Promise<string[]> {
  return database.kysely.connection().execute(async (connection) => {
    const applied: string[] = [];
    for (let tries = 1; ; tries++)
      try {
        applied.push(...(await toLatest(connection, migrations)));
        await connection.transaction().execute(distribute);
        return applied;
      } catch (error) {
        if (tries === 10 || !isRoleBusy(error)) throw error;
        await pause(100 * tries);
      }
  });
}

/**
 * Roles belong to the whole server, so migrations of two databases may change one at once, which fails on distributed
 * nodes. A failed attempt leaves nothing behind.
 */
const isRoleBusy = (error: unknown): boolean =>
  error instanceof Error && /tuple concurrently updated/.test(error.message);

async function toLatest(connection: Kysely<unknown>, migrations: Record<string, Migration>): Promise<string[]> {
  const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error === undefined) return results.map((result) => result.migrationName);
  const unknown = (await appliedNames(connection)).filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0)
    throw new Error(
      `the database is newer than this program (it has ${unknown.join(', ')}): start the newer one, or name another database`,
      { cause: error },
    );
  const failed = results.find((result) => result.status === 'Error')?.migrationName;
  const reason = error instanceof Error ? error.message : String(error);
  throw new Error(`the database could not be brought up to date${failed ? ` (${failed})` : ''}: ${reason}`, {
    cause: error,
  });
}

/** From Kysely's own table; empty when it does not exist yet. */
async function appliedNames(connection: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`
    .execute(connection)
    .catch(() => ({ rows: [] }));
  return rows.map(({ name }) => name);
}
