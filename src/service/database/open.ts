import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { startEmbedded, type Embedded } from './embedded.ts';
import { toHosts } from './hosts.ts';
import { markBroken, poolsOf, type Pools } from './pools.ts';
import { isUnavailable } from './transaction.ts';

export interface Database {
  pool: pg.Pool;
  /** For answers that are streamed at their reader's pace. */
  streams: pg.Pool;
  /** One connection without time limits. */
  schema: pg.Pool;
  /** For people: which database, never a password. */
  description: string;
  note?: string;
  /** Settles when the embedded server has ended, even by itself. Calls get connection errors from then on. */
  exited?: Promise<void>;
  /** Gives running calls five seconds. May be called twice. */
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL: the one that `databaseUrl` names, else the embedded one in `dataDirectory`.
 * @param options.poolSize the most connections for calls at once, 16 by default. Streamed answers get half as many more.
 * @param options.waitMs how long to retry while the server is unreachable or a standby, since services and their database
 * often start together; 10,000 by default. A wrong password or name fails at once.
 * @param options.onWait called with the reason for waiting, whenever it changes.
 * @param options.mayBeStandby for callers that only read.
 * @throws Error of one line that names the remedy, without user or password.
 */
export async function openDatabase(options: {
  databaseUrl?: string;
  dataDirectory: string;
  poolSize?: number;
  waitMs?: number;
  onWait?: (reason: string) => void;
  mayBeStandby?: boolean;
}): Promise<Database> {
  const embedded = options.databaseUrl ? undefined : await startEmbedded(options.dataDirectory);
  // The embedded server's socket has no TLS, even where PGSSLMODE requires it.
  const target = embedded ? { ...embedded.connection, ssl: false } : toHosts(options.databaseUrl ?? '');
  const pools = poolsOf(target, options.poolSize ?? 16);
  try {
    const server = await firstAnswer(pools, options);
    return { ...opened(pools, embedded), description: describe(server, embedded) };
  } catch (error) {
    await endAll(pools);
    await embedded?.stop();
    throw error;
  }
}

const endAll = (pools: Pools) => Promise.all(Object.values<pg.Pool>({ ...pools }).map((pool) => pool.end()));

function opened(pools: Pools, embedded: Embedded | undefined): Omit<Database, 'description'> {
  let closing: Promise<void> | undefined;
  const close = async () => {
    const timeout = new AbortController();
    await Promise.race([endAll(pools), pause(5000, undefined, { signal: timeout.signal }).catch(() => undefined)]);
    timeout.abort();
    await embedded?.stop();
  };
  return {
    pool: pools.calls,
    streams: pools.streams,
    schema: pools.schema,
    note: embedded?.note,
    exited: embedded?.exited,
    close: () => (closing ??= close()),
  };
}

interface Server {
  version: number;
  encoding: string;
  /** The session is not the connection's own: a pooler is in between. */
  isPooled: boolean;
  /** Workers would not learn a call's merchant, and show no rows at all. */
  isPropagationOff: boolean;
  host: string;
  port: number;
  database: string;
}

async function firstAnswer(
  pools: Pools,
  options: { databaseUrl?: string; waitMs?: number; onWait?: (reason: string) => void; mayBeStandby?: boolean },
): Promise<Server> {
  let lastReason = '';
  for (const began = performance.now(); ; await pause(250))
    try {
      const server = await readServer(pools.calls, options.mayBeStandby);
      if (server.isPooled) await mustKeepSessions(pools);
      return server;
    } catch (error) {
      const reason = error instanceof AggregateError ? error.errors.map(String).join('; ') : (error as Error).message;
      if (isUnavailable(error) && performance.now() - began < (options.waitMs ?? 10_000)) {
        if (reason !== lastReason) options.onWait?.((lastReason = reason));
        continue;
      }
      const name = options.databaseUrl ? 'DATABASE_URL' : pools.calls.options.host;
      throw new Error(`the database of ${name} cannot be used: ${reason}`, { cause: error });
    }
}

async function readServer(pool: pg.Pool, mayBeStandby = false): Promise<Server> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<Omit<Server, 'host' | 'port' | 'database'> & { isStandby: boolean }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
        pg_is_in_recovery() as "isStandby", pg_backend_pid() <> $1 as "isPooled",
        exists (select from pg_extension where extname = 'citus')
          and current_setting('citus.propagate_set_commands', true) is distinct from 'local' as "isPropagationOff"`,
      [(client as pg.PoolClient & { processID?: number }).processID],
    );
    const [server] = rows;
    if (!server) throw new Error('a select without a from clause gave no row');
    const { version, encoding, isStandby, isPropagationOff } = server;
    if (version < 150_000)
      throw new Error(`it is PostgreSQL ${Math.floor(version / 10_000)}, and 15 or newer is needed`);
    if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, and UTF8 is needed`);
    if (isPropagationOff)
      throw new Error(
        `its workers are not told for which merchant a call is: alter database … set citus.propagate_set_commands = 'local'`,
      );
    if (isStandby && !mayBeStandby) {
      const standbyError = Object.assign(new Error('it is a standby, which only reads'), { code: '25006' });
      markBroken(client, standbyError);
      throw standbyError;
    }
    return { ...server, host: client.host, port: client.port, database: client.database ?? '' };
  } finally {
    client.release();
  }
}

/**
 * Behind a pooler, each transaction may get another session, without our prepared statements, limits and date format.
 * Two connections that share a session prove it.
 * @throws Error of one line.
 */
async function mustKeepSessions({ calls, streams }: Pools): Promise<void> {
  const [one, other] = [await calls.connect(), await streams.connect()];
  const sessionOf = async (client: pg.PoolClient) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  try {
    const first = await sessionOf(one);
    await other.query('begin');
    const [second, again] = [await sessionOf(other), await sessionOf(one)];
    await other.query('rollback');
    if (first === second || first !== again)
      throw new Error('a pooler gives each transaction another session: set its pool_mode to session');
  } finally {
    one.release();
    other.release();
  }
}

function describe({ version, host, port, database }: Server, embedded: Embedded | undefined): string {
  const major = Math.floor(version / 10_000);
  if (!embedded) return `PostgreSQL ${major} at ${host}:${port}/${database}`;
  const relative = path.relative('', embedded.directory);
  const place = relative.startsWith('..') ? embedded.directory : `./${relative}`;
  return `embedded PostgreSQL ${major}.${version % 10_000} in ${place}`;
}
