import type { Pool } from 'pg';
import { shortTimeout } from '../database/transaction.ts';

/** Whether a token that was given to a person or program under an epoch still counts. */
export type StillIn = (holder: unknown, name: string, epoch: unknown) => Promise<boolean>;

/** Milliseconds. An answer older than `fresh` is asked for again while calls go on with it, up to `usable`; then they wait. */
const fresh = 1_000;
const usable = 4_000;
const bound = 10_000;

const texts: Record<string, string> = {
  person: 'select epoch from sign_in.person where username = $1 and not disabled',
  program: 'select epoch from sign_in.program where client_id = $1 and not disabled',
};

/**
 * Answers from the database, which is asked once a second for each name at most. So a changed password, changed rights and
 * being disabled end access tokens within five seconds, whichever process did it, and a call costs no query of its own.
 * Where there is no answer it fails as the query did.
 */
export function createEpochs(pool: Pool): StillIn {
  const known = new Map<string, { epoch: number | undefined; readAt: number }>();
  const pending = new Map<string, Promise<number | undefined>>();

  const ask = async (key: string, text: string, name: string): Promise<number | undefined> => {
    const readAt = performance.now();
    const { rows } = await pool.query<{ epoch: number }>({ text, values: [name], ...shortTimeout });
    known.delete(key);
    known.set(key, { epoch: rows[0]?.epoch, readAt });
    if (known.size > bound) known.delete(known.keys().next().value ?? '');
    return rows[0]?.epoch;
  };

  return async (holder, name, epoch) => {
    const text = texts[String(holder)];
    if (text === undefined) return false;
    const key = `${String(holder)} ${name}`;
    const last = known.get(key);
    const age = last === undefined ? Infinity : performance.now() - last.readAt;
    if (last !== undefined && age < fresh) return last.epoch === epoch;
    const answer = pending.get(key) ?? ask(key, text, name).finally(() => pending.delete(key));
    pending.set(key, answer);
    if (last === undefined || age > usable) return (await answer) === epoch;
    // Should it fail, whoever comes after `usable` hears of it.
    answer.catch(() => undefined);
    return last.epoch === epoch;
  };
}
