import type pg from 'pg';
import type { SettingsAuditAction } from '#contract/audit-actions.ts';
import type { Caller } from '#service/auth/permissions.ts';
import { commitStatement } from '#service/database/transaction.ts';
import type { Call } from '#service/http/call.ts';
import type { HttpError } from '#service/http/errors.ts';

export type Query = Call['query'];

/** What a change of settings did, for the audit log. It never has a secret. */
export interface SettingsChange {
  /** In dotted words, such as `person.invited`. */
  action: SettingsAuditAction;
  /** The person, program, merchant or organisation. */
  target: string;
  /** The merchants that it concerns; `*` is every one. */
  merchants: readonly string[];
  changes: readonly { field: string; before?: unknown; after?: unknown }[];
}

export interface Changed<Answer> {
  answer: Answer;
  /** Absent if nothing was changed. */
  change?: SettingsChange;
  /** The merchants whose four eyes it could get around: where one of them has a rule, two administrators decide (second.ts). */
  guarded?: readonly string[];
  /** Two administrators decide it without a rule as well. */
  isAlwaysGuarded?: boolean;
}

/** What changed, and then how the call is refused. */
export interface Refused {
  change?: SettingsChange;
  refusal: HttpError;
}

/** Runs in the transaction of the change. If it throws, nothing has changed. */
export type Record = (query: Query, caller: Caller, change: SettingsChange) => Promise<void>;

/** Of all changes of settings: only one runs at a time, so that two can't take away the last administrator together. */
const settingsLock = 2_610_210_021;

/**
 * Every change of settings, in one transaction of the tables' owner, after the previous one. `record` is called with what
 * changed before the commit.
 */
export async function changeSettings<Answer>(
  pool: pg.Pool,
  caller: Caller,
  record: Record,
  work: (query: Query) => Promise<Changed<Answer> | Refused>,
): Promise<Answer> {
  const done = await inOwnTransaction(pool, async (query) => {
    await query('select pg_advisory_xact_lock($1)', [settingsLock]);
    const result = await work(query);
    if (result.change) await record(query, caller, result.change);
    return result;
  });
  if ('refusal' in done) throw done.refusal;
  return done.answer;
}

/** A connection, or a pool for single statements outside a transaction. */
export type Connection = Pick<pg.Pool, 'query'>;

export const queryOn =
  (connection: Connection): Query =>
  async <Of>(text: string, values?: unknown[]) =>
    (await connection.query(text, values)).rows as Of[];

/** As the owner of the tables: sign-ins are out of the reach of a call's role. */
export async function inOwnTransaction<T>(
  pool: pg.Pool,
  work: (query: Query, connection: Connection) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    await client.query('begin');
    const result = await work(queryOn(client), client);
    await client.query(commitStatement);
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => (isBroken = true));
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/** Statements on the tables of merchants and organisations, whose policies show the owner nothing. */
export async function asMaintenanceWithin<T>(query: Query, work: () => Promise<T>): Promise<T> {
  await query(`select set_config('role', 'collections_maintenance', true)`);
  const result = await work();
  await query('reset role');
  return result;
}
