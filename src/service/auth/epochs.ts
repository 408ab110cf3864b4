import type { Pool } from 'pg';
import { shortTimeout } from '#service/database/transaction.ts';
import { idHash } from './store.ts';

/** The sign-in that an access token was issued for. */
export interface TokenOrigin {
  holder: unknown;
  name: string;
  epoch: unknown;
  /** The grant of a person's sign-in; deleted by signing out and by a refresh token that is used twice. */
  grant: unknown;
}

export type IsStillValid = (token: TokenOrigin) => Promise<boolean>;

/** Milliseconds. An answer older than `fresh` is refreshed in the background, up to `usable`; then calls wait. */
const fresh = 1_000;
const usable = 4_000;
const bound = 10_000;

const person = 'select epoch from sign_in.person where username = $1 and not disabled';
const isGranted = `exists (
  select from sign_in.oauth_item where kind = 'Grant' and id_hash = $2 and expires_at > now())`;
const program = 'select epoch from sign_in.program where client_id = $1 and not disabled';

function statementFor({ holder, name, grant }: TokenOrigin): { text: string; values: unknown[] } | undefined {
  if (holder === 'program') return { text: program, values: [name] };
  if (holder !== 'person') return undefined;
  // Processes of the previous version issue tokens without a grant during an upgrade.
  if (typeof grant !== 'string') return { text: person, values: [name] };
  return { text: `${person} and ${isGranted}`, values: [name, idHash(grant)] };
}

/**
 * Checks in the database, with at most one query a second for each sign-in. A changed password, changed rights, disabling and
 * signing out in any process end access tokens within five seconds, and calls need no query of their own. Without an answer it
 * fails as the query did.
 */
export function createEpochs(pool: Pool): IsStillValid {
  const known = new Map<string, { epoch: number | undefined; readAt: number }>();
  const pending = new Map<string, Promise<number | undefined>>();

  const ask = async (key: string, statement: { text: string; values: unknown[] }): Promise<number | undefined> => {
    const readAt = performance.now();
    const { rows } = await pool.query<{ epoch: number }>({ ...statement, ...shortTimeout });
    known.delete(key);
    known.set(key, { epoch: rows[0]?.epoch, readAt });
    if (known.size > bound) known.delete(known.keys().next().value ?? '');
    return rows[0]?.epoch;
  };

  return async (token) => {
    const statement = statementFor(token);
    if (statement === undefined) return false;
    const { holder, name, epoch, grant } = token;
    const key = JSON.stringify([holder, name, grant]);
    const last = known.get(key);
    const age = last === undefined ? Infinity : performance.now() - last.readAt;
    if (last !== undefined && age < fresh) return last.epoch === epoch;
    const answer = pending.get(key) ?? ask(key, statement).finally(() => pending.delete(key));
    pending.set(key, answer);
    if (last === undefined || age > usable) return (await answer) === epoch;
    // If it fails, callers after `usable` get the error.
    answer.catch(() => undefined);
    return last.epoch === epoch;
  };
}
