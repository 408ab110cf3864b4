import pg from 'pg';
import { parsers } from './parsers.ts';

/** Milliseconds for one statement. */
const longestStatement = 30_000;

/** What every session is set to. Sent when it begins and not as parameters of the connection, which poolers refuse. */
const session = [
  // Dates arrive as text, so their form must not depend on how a server is set up; nor may what `now()` means.
  'set datestyle to ISO, YMD',
  'set timezone to UTC',
  // Where a server compiles statements, that takes longer than the first rows of a report may.
  'set jit to off',
  // What a merchant did in a time lies together. The planner, which knows the order of an index by its first column alone,
  // takes it for scattered, and at the usual 4 would collect and sort a report of months before its first row.
  'set random_page_cost to 1.1',
  // How a commit went is told by a warning (`isOnNoStandby`).
  'set client_min_messages to warning',
];

const limits = [
  `set statement_timeout to ${longestStatement}`,
  `set idle_in_transaction_session_timeout to ${longestStatement}`,
];

/**
 * Where it is distributed, a change of the schema goes to each node over one connection: over several, it would wait for
 * what its own transaction did before. Elsewhere the setting means nothing.
 */
export const nodeByNode = `citus.multi_shard_modify_mode to 'sequential'`;

export interface Pools {
  /** For calls: many, short, in pipeline mode. */
  calls: pg.Pool;
  /** For answers that are streamed as slowly as their reader takes them. */
  streams: pg.Pool;
  /** One connection without limits, for changes of the schema: an index over a full table takes its time. */
  schema: pg.Pool;
}

/** @param target where the server is, or the servers are. `size` is the most connections for calls at once; half as many more are for streams. */
export function poolsOf(target: pg.PoolConfig, size: number): Pools {
  return {
    // The wait for a free connection counts too: better a quick 503 than a queue that nobody waits for. A server that is
    // frozen ends nothing itself, so this side leaves it once every statement should have ended.
    calls: poolOf(
      { ...target, max: size, pipeline: true, connectionTimeoutMillis: 1500, query_timeout: longestStatement + 5000 },
      [...session, ...limits],
    ),
    // A report is worth a longer wait than a call.
    streams: poolOf({ ...target, max: Math.ceil(size / 2), connectionTimeoutMillis: 10_000 }, [...session, ...limits]),
    schema: poolOf({ ...target, max: 1, connectionTimeoutMillis: 10_000 }, [...session, `set ${nodeByNode}`]),
  };
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
  // Without a listener here and one for each connection, one that breaks would end the process; whom it serves next
  // notices. The pool's covers idle connections.
  pool.on('error', () => undefined);
  return pool;
}

/** Has everybody take a connection for a broken one. */
export const markBroken = (client: pg.PoolClient, error: Error): boolean => client.connection.emit('error', error);

/** A commit whose effect may be lost with the server it is on: to the caller its outcome is unknown. */
class OnNoStandby extends Error {
  readonly code = '40003';
}

/**
 * When the wait for a synchronous standby is cancelled, PostgreSQL sends a warning and answers the commit as if all were
 * well. The warning comes first, is translated and has a code that says nothing: only the place in its source names it.
 */
const isOnNoStandby = ({ routine }: { routine?: string }): boolean => routine === 'SyncRepWaitForLSN';

/**
 * What shows that a connection leads to another session than the one it was opened for: one that only reads (its server
 * was the primary before a failover, or never was), or one without the statements that were prepared, behind a pooler.
 */
const strayCodes = new Set(['25006', '26000', '42P05']);

/**
 * Treats as broken what PostgreSQL itself leaves open: whoever uses the connection, for calls, jobs or sign-in, hears of
 * it as of any connection that breaks, and the pool opens another one in its place.
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
