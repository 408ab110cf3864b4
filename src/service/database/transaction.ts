import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** For whom a transaction is begun; the row-level policies then show the rows of that merchant or organisation alone. */
export interface Begin {
  merchant?: string | null;
  organisation?: string | null;
  /** Whether merchants have a test clock: in the sandbox only. */
  isSandbox?: boolean;
  /** Ends in a rollback, whatever was done (docs/decisions.md, 48). */
  isDryRun?: boolean;
}

/** What is known once a transaction has begun. */
export interface Begun {
  /** The number of the call; it is used up even when the transaction is rolled back. */
  sequence: number;
  /** How many days the merchant's test clock is ahead. */
  daysAhead: number;
}

/**
 * One transaction: the role that owns nothing and the merchant of the row-level policies are set for this transaction
 * alone, so that a pooled connection carries neither to its next user. Row-level security is the second wall behind the
 * statements' own `merchant = $1`.
 * @returns what `work` returns, once it is on disk; of a dry run once it is undone.
 * @throws what `work` throws. When `commit` itself fails for lack of a connection, whether it took effect is unknown;
 * `isUnavailable` is true then, as for every outage.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  begin: Begin,
  work: (client: pg.PoolClient, begun: Begun) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    const result = await work(client, await beginOn(client, begin));
    if (begin.isDryRun) {
      // Fails where the commit would have: in a transaction that had failed, or by a constraint that waits for its end.
      await client.query('set constraints all immediate');
      await client.query('rollback');
      return result;
    }
    const { command } = await client.query(commitStatement);
    // After a failed statement whose error was swallowed, PostgreSQL answers a commit by rolling back, without an error.
    if (command !== 'COMMIT') throw new Error('the transaction had failed before its commit and was rolled back');
    return result;
  } catch (error) {
    isBroken = !(await rolledBack(client));
    throw error;
  } finally {
    releaseClient(client, isBroken);
  }
}

/**
 * One statement that only reads, in a transaction of its own: begin, statement and commit go out together, since two more
 * round trips would cost more than the statement itself.
 * @throws what the statement failed with.
 */
export async function readOnce<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  begin: Begin,
  statement: pg.QueryConfig,
): Promise<{ begun: Begun; rows: Row[] }> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    const answers = await Promise.allSettled([
      beginOn(client, begin),
      client.query<Row>(statement),
      // Sent together with the statement, it may take as long.
      client.query('commit'),
    ]);
    const [begun, result, end] = answers;
    if (begun.status === 'rejected') throw begun.reason;
    // A commit ends a failed transaction as well: by rolling it back.
    isBroken = end.status === 'rejected';
    if (result.status === 'rejected') throw result.reason;
    if (end.status === 'rejected') throw end.reason;
    return { begun: begun.value, rows: result.value.rows };
  } finally {
    releaseClient(client, isBroken);
  }
}

/**
 * For what takes no time, as to begin and to commit: the milliseconds after which its connection is given up. A primary
 * that is frozen, and a synchronous standby that is gone, would be waited for without end; no limit of the server's ends
 * either wait.
 */
export const shortTimeout = { query_timeout: 10_000 };
const beginStatement = { text: 'begin', ...shortTimeout };
export const commitStatement = { text: 'commit', ...shortTimeout };
/** Their plans are kept by each connection. */
const enterStatement = {
  ...shortTimeout,
  name: 'enter',
  text: `select enter('collections_app', $1, $2), nextval('call_sequence') as sequence`,
};
const clockStatement = {
  ...shortTimeout,
  name: 'clock',
  text: 'select days_ahead from test_clock where merchant = $1',
};

/** Begins; in pipeline mode without waiting between the statements, which then are one round trip. */
export async function beginOn(
  client: pg.ClientBase & { pipeline?: boolean },
  { merchant, organisation, isSandbox }: Begin,
): Promise<Begun> {
  const sent = async <T>(result: Promise<T>) => {
    if (!client.pipeline) await result;
    return { result };
  };
  const began = await sent(client.query(beginStatement));
  const entered = await sent(
    client.query<{ sequence: number }>({ ...enterStatement, values: [merchant ?? '', organisation ?? ''] }),
  );
  const clock = isSandbox
    ? client.query<{ days_ahead: number }>({ ...clockStatement, values: [merchant ?? ''] })
    : undefined;
  const [, { rows }, ahead] = await Promise.all([began.result, entered.result, clock]);
  const [row] = rows;
  if (!row) throw new Error('a select without a from clause gave no row');
  return { sequence: row.sequence, daysAhead: ahead?.rows[0]?.days_ahead ?? 0 };
}

/** A connection that is to end would, in pipeline mode, first wait for what was sent: it is cut off instead. */
function releaseClient(client: pg.PoolClient, isBroken: boolean): void {
  if (isBroken) client.connection.stream.destroy();
  client.release(isBroken);
}

/**
 * Behind a statement that still runs, or on a network that swallows everything, the answer may never come. The
 * connection is then closed, which has the server roll back too.
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

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Deadlock or serialization failure: nothing was stored and the same work may simply run again. */
export const isRepeatable = (error: unknown): boolean => ['40P01', '40001'].includes(codeOf(error));

/** Runs work that PostgreSQL ended in favour of other work, up to three times more: it has changed nothing. */
export async function repeatedly<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await work();
    } catch (error) {
      if (tries === 4 || !isRepeatable(error)) throw error;
    }
}

/** Node's codes for a server that is not there or a connection that broke. */
const networkCodes = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENETDOWN ENOTFOUND EAI_AGAIN'.split(
    ' ',
  ),
);

/** PostgreSQL's codes, whole or by class, for what passes without a change of ours. */
const transientCodes = new RegExp(
  [
    '08...', // connection exceptions
    '53...', // out of disk, memory, connections
    '57P0[1-5]', // shut down, crashed, starting up, dropped, idle too long
    '57014', // statement timeout
    '55P03', // lock timeout
    '58030', // the disk fails
    '25006', // read-only: a standby, after a failover
    '25P0[34]', // idle in transaction, transaction timeout
    '40001|40P01', // serialization, deadlock: tried again before, and still so
    '40003', // outcome of the statement unknown
    '26000|42P05', // behind a pooler that gives each transaction another session
  ]
    .map((code) => `^(${code})$`)
    .join('|'),
);

/** What `pg` says without a code. */
const unavailableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Cannot use a pool after|Client (has encountered a connection error|was closed))/;

/**
 * Whether the database is out of reach or overloaded (the service answers 503), as against a fault of ours (500).
 * An unknown outcome of a commit counts as out of reach.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (networkCodes.has(code) || transientCodes.test(code)) return true;
  if (!(error instanceof Error)) return false;
  // The embedded server's socket is gone; of any other file it would be a bug.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return unavailableMessages.test(error.message);
}
