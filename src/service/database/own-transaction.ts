import type pg from 'pg';
import { withConnection } from './connection.ts';
import { queryOn, type Connection, type Query } from './query.ts';
import { beginningOnOne, commitStatement } from './transaction.ts';

/** As the owner of the tables: sign-ins are out of the reach of a call's role. */
export async function inOwnTransaction<T>(
  pool: pg.Pool,
  work: (query: Query, connection: Connection) => Promise<T>,
): Promise<T> {
  return withConnection(pool, async (client) => {
    await client.query(beginningOnOne);
    const result = await work(queryOn(client), client);
    await client.query(commitStatement);
    return result;
  });
}

/** Statements on the tables of merchants and organisations, whose policies show the owner nothing. */
export async function asMaintenanceWithin<T>(query: Query, work: () => Promise<T>): Promise<T> {
  await query(`select set_config('role', 'collections_maintenance', true)`);
  const result = await work();
  await query('reset role');
  return result;
}
