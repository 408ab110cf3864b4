import pg from 'pg';
import { parsers } from './parsers.ts';

const longestStatementMs = 30_000;

/** Settings of every session. Sent as a first statement, since poolers refuse connection parameters. */
const session = [
  // Dates arrive as text, so their format, and the meaning of `now()`, must not depend on the server's settings.
  'set datestyle to ISO, YMD',
  'set timezone to UTC',
  // Compiling a statement may take longer than a report's first rows.
  'set jit to off',
  // A merchant's rows of one period are close together on disk, but the planner takes them for scattered: at the
  // default of 4 it would sort a report of months before its first row.
  'set random_page_cost to 1.1',
  // A warning reports a commit that reached no standby (`isOnNoStandby`).
  'set client_min_messages to warning',
];

const limits = [
  `set statement_timeout to ${longestStatementMs}`,
  `set idle_in_transaction_session_timeout to ${longestStatementMs}`,
];

/**
 * On a distributed database, a schema change over several connections would wait for its own transaction. No effect
 * elsewhere.
 */
export const nodeByNode = `citus.multi_shard_modify_mode to 'sequential'`;

export interface Pools {
  /** Many short calls, in pipeline mode. */
  calls: pg.Pool;
  /** For answers that are streamed at their reader's pace. */
  streams: pg.Pool;
  /** No time limits: an index over a full table takes long. */
  schema: pg.Pool;
}

/**
 * @param target the server, or the servers.
 * @param size the most connections for calls at once. Streams get half as many more.
 */
export function poolsOf(target: pg.PoolConfig, size: number): Pools {
  return {
    // Includes the wait for a free connection: a quick 503 is better than a long queue. A frozen server ends no
    // statement, so this side gives up a little later than the server should have.
    calls: poolOf(
      {
        ...target,
        max: size,
        min: Math.ceil(size / 4),
        pipeline: true,
        connectionTimeoutMillis: 1500,
        query_timeout: longestStatementMs + 5000,
      },
      [...session, ...limits],
    ),
    streams: poolOf(
      { ...target, max: Math.ceil(size / 2), min: Math.ceil(size / 4), connectionTimeoutMillis: 10_000 },
      [...session, ...limits],
    ),
    schema: poolOf({ ...target, max: 1, connectionTimeoutMillis: 10_000 }, [...session, `set ${nodeByNode}`]),
  };
}

/**
 * Opens the connections that are kept. On a full disk PostgreSQL often opens no further one, because its first session after a
 * change of tables writes a file; with these, calls and lists go on to be read.
 */
export async function openKept(pool: pg.Pool): Promise<void> {
  const opened = await Promise.allSettled(Array.from({ length: pool.options.min ?? 0 }, () => pool.connect()));
  for (const it of opened) if (it.status === 'fulfilled') it.value.release();
}

function poolOf(options: pg.PoolConfig & { connectionTimeoutMillis: number }, settings: string[]): pg.Pool {
  // The pool's own limit for a new connection ends before this first statement.
  const begin = { text: settings.join('; '), query_timeout: options.connectionTimeoutMillis };
  const pool = new pg.Pool({
    ...options,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'collections-console',
    types: parsers,
    onConnect: async (client) => {
      watch(client as pg.PoolClient);
      await client.query(begin);
    },
  });
  // Without these listeners a broken connection would end the process. The pool's covers idle ones; one in use fails
  // its next statement.
  pool.on('error', () => undefined);
  return pool;
}

/** Makes every user of the connection treat it as broken. */
export const markBroken = (client: pg.PoolClient, error: Error): boolean => client.connection.emit('error', error);

/** A commit that may be lost with its server: the caller must treat its outcome as unknown. */
class OnNoStandby extends Error {
  readonly code = '40003';
}

/**
 * When the wait for a synchronous standby is cancelled, PostgreSQL sends a warning and then confirms the commit. The
 * warning's text is translated and its code is generic; only its routine identifies it.
 */
const isOnNoStandby = ({ routine }: { routine?: string }): boolean => routine === 'SyncRepWaitForLSN';

/**
 * Codes of a connection in the wrong session: a read-only one (its server was the primary before a failover, or never
 * was), or one without our prepared statements, behind a pooler.
 */
const strayCodes = new Set(['25006', '26000', '42P05']);

/**
 * Treats as broken some connections that PostgreSQL leaves open. Calls, jobs and sign-in see an ordinary broken
 * connection, and the pool opens another.
 */
function watch(client: pg.PoolClient): void {
  client.on('error', () => undefined);
  client.on('notice', (notice) => {
    if (isOnNoStandby(notice)) markBroken(client, new OnNoStandby('committed on the primary, and on no standby'));
  });
  client.connection.on('errorMessage', (error: pg.DatabaseError) => {
    if (strayCodes.has(error.code ?? '')) markBroken(client, error);
  });
}
