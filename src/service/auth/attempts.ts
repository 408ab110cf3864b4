import type { Pool, PoolClient } from 'pg';
import { networkOf } from './network.ts';
import { paceKey, takeTurn, waitForTurn, type CountedKeys, type Pace } from './pace.ts';
import { isKnownPassword, isPassword, rememberPassword } from './passwords.ts';

/** `later`: the password was not checked; retry after so many seconds. */
export type PasswordAttempt = { result: 'right' | 'wrong' } | { result: 'later'; seconds: number };

interface Try {
  /** Includes the way of signing in, so that a program and a person with one name are counted apart. */
  name: string;
  address: string;
  password: string;
  /** Absent for an unknown name, which takes as long. */
  hash: string | undefined;
}

/**
 * Checks passwords, and slows down guessing without locking anyone out. Attempts on one name from one address take turns at growing
 * intervals; so do attempts on many names from one address; attempts on one name from many addresses each wait. A person who signed in
 * from an address before is slowed only by attempts on that name from there, and a password that this process has just verified waits
 * for nothing.
 */
export function createAttempts(pool: Pool): (attempt: Try) => Promise<PasswordAttempt> {
  // A program that starts with many calls at once has tried one password, not many.
  const underWay = new Map<string, Promise<PasswordAttempt>>();
  // All simultaneous attempts from one address share one database connection.
  const pending = new Map<string, Promise<unknown>>();
  const turnOf = (network: string, keys: Keys): Promise<number> => {
    const turn = (pending.get(network) ?? Promise.resolve()).then(() => takeTurn(pool, countedFor(keys)));
    const settled = turn
      .catch(() => undefined)
      .finally(() => pending.get(network) === settled && pending.delete(network));
    pending.set(network, settled);
    return turn;
  };

  const judge = async ({ name, password, hash }: Try, network: string): Promise<PasswordAttempt> => {
    const keys = { pair: paceKey(name, network), address: paceKey('', network), name: paceKey(name) };
    const seconds = await waitForTurn(await turnOf(network, keys));
    if (seconds !== undefined) return { result: 'later', seconds };
    if (!(await isPassword(password, hash)) || hash === undefined) return { result: 'wrong' };
    rememberPassword(password, hash, network);
    await recordSuccess(pool, keys);
    return { result: 'right' };
  };

  return async (attempt) => {
    const { name, address, password, hash } = attempt;
    const network = networkOf(address);
    if (hash !== undefined && isKnownPassword(password, hash, network)) return { result: 'right' };
    const key = paceKey(name, network, password, hash ?? '').toString('base64');
    const judged = underWay.get(key) ?? judge(attempt, network).finally(() => underWay.delete(key));
    underWay.set(key, judged);
    return judged;
  };
}

/** `pair`: one name from one address. */
const paces = {
  pair: { free: 5, first: 1, longest: 5, leak: 360, inTurn: true },
  address: { free: 50, first: 0.25, longest: 0.5, leak: 36, inTurn: true },
  name: { free: 50, first: 1, longest: 5, leak: 36, inTurn: false },
} satisfies Record<string, Pace>;

type Keys = Record<keyof typeof paces, Buffer>;

/** From an address where the person signed in before, only that pair is counted. */
const countedFor =
  (keys: Keys) =>
  async (client: PoolClient): Promise<CountedKeys> => {
    const known = await client.query('select from sign_in.known_place where key_hash = $1', [keys.pair]);
    const counted = known.rowCount === 1 ? (['pair'] as const) : (['pair', 'address', 'name'] as const);
    return counted.map((which) => [keys[which], paces[which]]);
  };

/** A right password undoes the count of its attempt, and marks the address as known for this name. */
async function recordSuccess(pool: Pool, { pair, address, name }: Keys): Promise<void> {
  await pool.query(
    `with freed as (delete from sign_in.pace where key_hash = $1),
      uncounted as (update sign_in.pace set tries = greatest(0, tries - 1) where key_hash in ($2, $3))
     insert into sign_in.known_place values ($1, now()) on conflict (key_hash) do update set seen_at = now()`,
    [pair, address, name],
  );
}
