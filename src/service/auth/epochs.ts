import type { Pool } from 'pg';
import { shortTimeout } from '#service/database/transaction.ts';
import { idHash } from './store.ts';

/** What an access token says about the sign-in that it was issued for. */
export interface TokenOrigin {
  holder: unknown;
  name: string;
  epoch: unknown;
  /** The grant of a person's sign-in: signing out deletes it, and so does a refresh token that is used twice. */
  grant: unknown;
}

/** Whether an access token is still valid. */
export type StillIn = (token: TokenOrigin) => Promise<boolean>;

/** Milliseconds. An answer older than `fresh` is asked for again while calls go on with it, up to `usable`; then they wait. */
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
  // Processes of the version before, still running during an upgrade, issue tokens without a grant.
  if (typeof grant !== 'string') return { text: person, values: [name] };
  return { text: `${person} and ${isGranted}`, values: [name, idHash(grant)] };
}

/**
 * Answers from the database, with one query a second for each sign-in at most. So a changed password, changed rights, being
 * disabled and signing out end access tokens within five seconds, whichever process did it, and a call costs no query
 * of its own. Where there is no answer it fails as the query did.
 */
export function createEpochs(pool: Pool): StillIn {
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
    // Should it fail, whoever comes after `usable` hears of it.
    answer.catch(() => undefined);
    return last.epoch === epoch;
  };
}
