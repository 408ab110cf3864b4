import type pg from 'pg';
import type { SettingsChange } from '#service/audit/audit.ts';
import { presentCaller } from '#service/auth/epochs.ts';
import type { HttpError } from '#service/base/errors.ts';
import type { Caller } from '#service/base/permissions.ts';
import { inOwnTransaction } from '#service/database/own-transaction.ts';
import type { Query } from '#service/database/query.ts';
import { Lock, mustBeFree } from '#service/http/limits/shares.ts';

export interface ChangeAnswer<Answer> {
  answer: Answer;
  /** Absent if nothing was changed. */
  change?: SettingsChange;
  /** The merchants whose four eyes it could get around: where one of them has a rule, two administrators decide (second.ts). */
  guarded?: readonly string[];
  /** Two administrators decide it without a rule as well. */
  isAlwaysGuarded?: boolean;
}

/** What changed, and then how the call is refused. */
export interface RefusedChange {
  change?: SettingsChange;
  refusal: HttpError;
}

interface ChangedBy {
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
  work: (query: Query, caller: Caller) => Promise<ChangeAnswer<Answer> | RefusedChange>,
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
