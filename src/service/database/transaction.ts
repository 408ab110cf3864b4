import type pg from 'pg';
import { withConnection } from './connection.ts';
import { together } from './together.ts';

/** Who a transaction is for. The row-level policies show only the rows of that merchant or organisation. */
export interface Begin {
  merchant?: string | null;
  organisation?: string | null;
  /** Whether merchants have a test clock: in the sandbox only. */
  isSandbox?: boolean;
  /** Ends in a rollback in any case (docs/decisions.md, 48). */
  isDryRun?: boolean;
  must?: DecidingStatement;
}

/** A statement whose row decides whether anything is done, sent with the beginning of the transaction. */
export interface DecidingStatement {
  find: pg.QueryConfig;
  /** @throws if nothing must be done */
  check(row: unknown): void;
}

export interface Begun {
  /** The call's number. A rollback does not free it. */
  sequence: number;
  /** Of the merchant's test clock. */
  daysAhead: number;
  /** Sent together with the commit, so that what they lock is free again after one round trip. */
  last: pg.QueryConfig[];
}

/**
 * Runs one transaction. Role and merchant are set for this transaction only, so a pooled connection passes neither on.
 * Row-level security is the second check, after the statements' own `merchant = $1`.
 * @returns what `work` returns, once it is on disk, or, of a dry run, once it is rolled back.
 * @throws what `work` throws. When `commit` itself fails for lack of a connection, its outcome is unknown;
 * `isUnavailable` is then true, as for every outage.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  begin: Begin,
  work: (client: pg.PoolClient, begun: Begun) => Promise<T>,
): Promise<T> {
  return withConnection(pool, async (client) => {
    const begun = await beginOn(client, begin);
    const result = await work(client, begun);
    if (begin.isDryRun) {
      // Fails where the commit would have: in a failed transaction, or by a deferred constraint.
      await client.query('set constraints all immediate');
      await client.query('rollback');
      return result;
    }
    const { command } = await committed(client, begun.last);
    // After a failed statement whose error was swallowed, PostgreSQL answers a commit by rolling back, without an
    // error.
    if (command !== 'COMMIT') throw new Error('the transaction had failed before its commit and was rolled back');
    return result;
  });
}

async function committed(client: pg.PoolClient, last: pg.QueryConfig[]): Promise<pg.QueryResult> {
  if (last.length === 0) return client.query(commitStatement);
  const results = await together(client, [...last, commitStatement], shortTimeout.query_timeout);
  const commit = results.at(-1);
  if (!commit) throw new Error('a commit had no result');
  return commit;
}

/**
 * Runs one quick statement in its own transaction. Begin, statement and commit are sent together: two more round trips would cost
 * more than the statement. All of them have the short time limit.
 * @throws the statement's error; of one that writes the outcome is unknown then where `isUnavailable`.
 */
export async function runOnce<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  begin: Begin,
  statement: pg.QueryConfig,
): Promise<{ sequence: number; rows: Row[] }> {
  return withConnection(pool, async (client) => {
    const statements = [beginStatement, entering(begin), statement, commitStatement];
    const [, entered, result] = await together(client, statements, shortTimeout.query_timeout);
    return { sequence: sequenceOf(entered), rows: result?.rows as Row[] };
  });
}

/**
 * For quick statements such as begin and commit, in ms; then their connection is abandoned. A frozen primary, or a
 * missing synchronous standby, would block for ever.
 */
export const shortTimeout = { query_timeout: 10_000 };
/** Named, so that each connection keeps their plans. */
const beginStatement = { name: 'begin', text: 'begin' };
/**
 * Begins a transaction that changes a table of which every node of a distributed database has a copy: such a change uses the
 * connections that the transaction has read with, so there must be one to each node.
 */
export const beginningOnOne = `begin; select set_config('citus.max_adaptive_executor_pool_size', '1', true)`;

export const commitStatement = { name: 'commit', text: 'commit', ...shortTimeout };
const entering = ({ merchant, organisation }: Begin) => ({
  name: 'enter',
  text: `select enter('collections_app', $1, $2), nextval('call_sequence') as sequence`,
  values: [merchant ?? '', organisation ?? ''],
});
const clockOf = ({ merchant }: Begin) => ({
  name: 'clock',
  text: 'select days_ahead from test_clock where merchant = $1',
  values: [merchant ?? ''],
});

/** Begins a transaction, in one round trip. */
export async function beginOn(client: pg.ClientBase, begin: Begin): Promise<Begun> {
  const { must, isSandbox } = begin;
  const statements = [
    beginStatement,
    ...(must ? [must.find] : []),
    entering(begin),
    ...(isSandbox ? [clockOf(begin)] : []),
  ];
  const results = await together(client, statements, shortTimeout.query_timeout);
  must?.check(results[1]?.rows[0]);
  const [entered, ahead] = results.slice(must ? 2 : 1);
  return { sequence: sequenceOf(entered), daysAhead: ahead?.rows[0]?.days_ahead ?? 0, last: [] };
}

const sequenceOf = (entered: pg.QueryResult<{ sequence: number }> | undefined): number => {
  const [row] = entered?.rows ?? [];
  if (!row) throw new Error('a select without a from clause gave no row');
  return row.sequence;
};

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Deadlock or serialization failure: nothing was stored and the same work may run again. */
export const isRepeatable = (error: unknown): boolean => ['40P01', '40001'].includes(codeOf(error));

/** A statement took longer than its limit. */
export const isTimeout = (error: unknown): boolean => codeOf(error) === '57014';

/** Repeats work that PostgreSQL aborted in favour of other work, up to three times. It has changed nothing. */
export async function repeatedly<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await work();
    } catch (error) {
      if (tries === 4 || !isRepeatable(error)) throw error;
    }
}

const networkCodes = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENETDOWN ENOTFOUND EAI_AGAIN'.split(
    ' ',
  ),
);

/** PostgreSQL's codes, whole or by class, for errors that pass without a change of ours. */
const transientCodes = new RegExp(
  [
    '08...', // connection exceptions
    '53...', // out of disk, memory, connections
    '57P0[1-5]', // shut down, crashed, starting up, dropped, idle too long
    '57014', // statement timeout
    '55P03', // lock timeout
    '58030', // disk failure
    '25006', // read-only: a standby, after a failover
    '25P0[34]', // idle in transaction, transaction timeout
    '40001|40P01', // serialization, deadlock: still so after the repeats
    '40003', // outcome unknown
    '26000|42P05', // behind a pooler in transaction mode
  ]
    .map((code) => `^(${code})$`)
    .join('|'),
);

const unavailableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Cannot use a pool after|Client (has encountered a connection error|was closed))/;

/**
 * Whether the database is unreachable or overloaded (503) rather than our code wrong (500). An unknown outcome of a
 * commit counts as unreachable.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (networkCodes.has(code) || transientCodes.test(code)) return true;
  if (!(error instanceof Error)) return false;
  // The embedded server's socket is missing; for any other file this would be a bug.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return unavailableMessages.test(error.message);
}
