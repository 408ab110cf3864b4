import { Kysely, PostgresDialect } from 'kysely';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded, type Embedded } from './embedded.ts';
import { parsers } from './parsers.ts';
import { isUnavailable } from './transaction.ts';

export interface Database {
  pool: pg.Pool;
  /** A few connections besides, for answers that are streamed as slowly as their reader takes them. */
  streams: pg.Pool;
  kysely: Kysely<unknown>;
  /** For people: which database, never a password. */
  description: string;
  note?: string;
  /** Of the embedded server: settles when it has ended, also by itself; calls get connection errors from then on. */
  exited?: Promise<void>;
  /** Lets the calls under way end, for five seconds, then closes. May be called twice. */
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL: the one that `databaseUrl` names, else the embedded one in `dataDirectory`.
 * @param from.poolSize the most connections for calls at once; 16 unless said. Half as many more are for streamed answers.
 * @param from.waitMs how long to try again while the server is out of reach, since services and their database often
 * start together; 10,000 unless said. A wrong password or name fails at once.
 * @throws Error of one line that names the way out, without user or password.
 */
export async function openDatabase(from: {
  databaseUrl?: string;
  dataDirectory: string;
  poolSize?: number;
  waitMs?: number;
}): Promise<Database> {
  const embedded = from.databaseUrl ? undefined : await startEmbedded(from.dataDirectory);
  const options: pg.PoolConfig = {
    // No TLS on the embedded server's socket, even where PGSSLMODE asks for it.
    ...(embedded ? { ...embedded.connection, ssl: false } : { connectionString: from.databaseUrl }),
    // Counts the wait for a free connection too: better a quick 503 than a queue that nobody waits for.
    connectionTimeoutMillis: 1500,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'collections-console',
    // Dates arrive as text, so their form must not depend on how a server is set up; nor may what `now()` means.
    // Where a server compiles statements, that takes longer than the first rows of a report may.
    options: '-c datestyle=ISO,YMD -c timezone=UTC -c jit=off',
    types: parsers,
  };
  const size = from.poolSize ?? 16;
  const pool = lasting(new pg.Pool({ ...options, max: size, pipeline: true }));
  // A report is worth a longer wait than a call.
  const streams = lasting(new pg.Pool({ ...options, max: Math.ceil(size / 2), connectionTimeoutMillis: 10_000 }));
  try {
    const server = await firstAnswer(pool, from.waitMs ?? 10_000);
    return { ...opened(pool, streams, embedded), description: describe(server, embedded) };
  } catch (error) {
    await pool.end();
    await embedded?.stop();
    throw error;
  }
}

/** A connection that breaks is noticed by whom it serves next. Without these listeners it would end the process: the
 * pool's covers idle connections, the client's those in use. */
function lasting(pool: pg.Pool): pg.Pool {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function opened(pool: pg.Pool, streams: pg.Pool, embedded: Embedded | undefined): Omit<Database, 'description'> {
  let closing: Promise<void> | undefined;
  const close = async () => {
    const timeout = new AbortController();
    const ended = Promise.all([pool.end(), streams.end()]);
    await Promise.race([ended, pause(5000, undefined, { signal: timeout.signal }).catch(() => undefined)]);
    timeout.abort();
    await embedded?.stop();
  };
  return {
    pool,
    streams,
    kysely: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }),
    note: embedded?.note,
    exited: embedded?.exited,
    close: () => (closing ??= close()),
  };
}

interface Server {
  version: number;
  encoding: string;
  host: string;
  port: number;
  database: string;
}

async function firstAnswer(pool: pg.Pool, waitMs: number): Promise<Server> {
  const { connectionString, host } = pool.options;
  for (const began = performance.now(); ; await pause(250))
    try {
      return await ask(pool);
    } catch (error) {
      if (isUnavailable(error) && performance.now() - began < waitMs) continue;
      const name = connectionString ? 'DATABASE_URL' : host;
      const reason = error instanceof AggregateError ? error.errors.map(String).join('; ') : (error as Error).message;
      throw new Error(`the database of ${name} cannot be used: ${reason}`, { cause: error });
    }
}

async function ask(pool: pg.Pool): Promise<Server> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ version: number; encoding: string }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
    );
    const [{ version, encoding } = { version: 0, encoding: '' }] = rows;
    if (version < 150_000)
      throw new Error(`it is PostgreSQL ${Math.floor(version / 10_000)}, and 15 or newer is needed`);
    if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, and UTF8 is needed`);
    return { version, encoding, host: client.host, port: client.port, database: client.database ?? '' };
  } finally {
    client.release();
  }
}

function describe({ version, host, port, database }: Server, embedded: Embedded | undefined): string {
  const major = Math.floor(version / 10_000);
  if (!embedded) return `PostgreSQL ${major} at ${host}:${port}/${database}`;
  const relative = path.relative('', embedded.directory);
  const place = relative.startsWith('..') ? embedded.directory : `./${relative}`;
  return `embedded PostgreSQL ${major}.${version % 10_000} in ${place}`;
}
