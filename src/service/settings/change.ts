import type pg from 'pg';
import type { SettingsAuditAction } from '#contract/audit-actions.ts';
import { presentCaller } from '#service/auth/epochs.ts';
import type { Caller } from '#service/auth/permissions.ts';
import { withConnection } from '#service/database/connection.ts';
import { queryOn, type Connection, type Query } from '#service/database/query.ts';
import { beginningOnOne, commitStatement } from '#service/database/transaction.ts';
import type { HttpError } from '#service/http/errors.ts';
import { Lock, mustBeFree } from '#service/http/limits/shares.ts';

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

export interface ChangedBy {
  caller: Caller;
  address: string;
}

/** Runs in the transaction of the change. If it throws, nothing has changed. */
export type Record = (query: Query, by: ChangedBy, change: SettingsChange) => Promise<void>;

/**
 * Every change of settings, in one transaction of the tables' owner. Only one runs at a time, so that two can't take away the
 * last administrator together; a second one throws at once, for `whenFree`.
 * @param by is read again in the transaction: with the token of a moment ago, a disabled administrator could enable themselves
 * @param record is called with what changed before the commit
 * @throws HttpError 401 if the caller's sign-in has ended or their rights have changed since
 */
export async function changeSettings<Answer>(
  pool: pg.Pool,
  by: ChangedBy,
  record: Record,
  work: (query: Query, caller: Caller) => Promise<Changed<Answer> | Refused>,
): Promise<Answer> {
  const done = await inOwnTransaction(pool, async (query) => {
    await mustBeFree({ query }, ...settingsLock);
    const caller = await presentCaller(query, by.caller);
    const result = await work(query, caller);
    if (result.change) await record(query, { ...by, caller }, result.change);
    return result;
  });
  if ('refusal' in done) throw done.refusal;
  return done.answer;
}

const settingsLock = ['', Lock.settings] as const;

/** For a command, which has no other call to keep waiting. */
export const waitForSettings = (query: Query): Promise<unknown> =>
  query('select pg_advisory_xact_lock(hashtextextended($1, $2))', [...settingsLock]);

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
