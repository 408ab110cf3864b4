import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

let held: AsyncLocalStorage<ReadonlySet<pg.Pool>> | undefined;

/**
 * Work that holds a connection and asks for another one of the same pool: enough of it at once, and all of it waits for ever.
 * From now on such work fails. For tests; it costs each call some time.
 */
export function refuseSecondConnections(pool: pg.Pool): void {
  held ??= new AsyncLocalStorage();
  const connect = pool.connect.bind(pool) as (callback?: Callback) => unknown;
  const refusing = (callback?: Callback) => {
    if (!held?.getStore()?.has(pool)) return connect(callback);
    const error = new Error('work that holds a connection asked for a second one');
    return callback ? callback(error) : Promise.reject(error);
  };
  Object.assign(pool, { connect: refusing });
}

type Callback = (error: Error) => void;

/**
 * Runs work with one connection of the pool, in a transaction that the work begins. What it throws is thrown after a rollback.
 */
export async function withConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    if (!held) return await work(client);
    return await held.run(new Set([...(held.getStore() ?? []), pool]), () => work(client));
  } catch (error) {
    isBroken = !(await rolledBack(client));
    throw error;
  } finally {
    releaseClient(client, isBroken);
  }
}

/** In pipeline mode, closing a connection would first wait for its statements, so cut it off. */
function releaseClient(client: pg.PoolClient, isBroken: boolean): void {
  if (isBroken) client.connection.stream.destroy();
  client.release(isBroken);
}

/**
 * A running statement or a dead network may block the answer for ever. Closing the connection also makes the server
 * roll back.
 */
async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  const timeout = new AbortController();
  const answered = client.query('rollback').then(
    () => true,
    () => false,
  );
  const expired = pause(1000, false, { signal: timeout.signal }).catch(() => false);
  return Promise.race([answered, expired]).finally(() => timeout.abort());
}
