import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isKnownPassword, isPassword, rememberPassword } from './passwords.ts';

/*
 * Guessing is slowed down and never ends in a refusal. Tries of one name from one address take turns, which come ever more
 * slowly; so do tries of many names from one address; and a name that is tried from many addresses makes each of them wait.
 * Whoever has signed in from an address before is slowed by tries of that name from there alone, and who shows a password
 * that this process has just seen to be right waits for nothing. All of it is in the database, because several processes
 * may answer for one sign-in, and all of it is forgotten by and by.
 */

/** `free` tries at once, then a pause that doubles from `first` up to `longest`; one try is forgotten every `leak`. Seconds. */
interface Pace {
  free: number;
  first: number;
  longest: number;
  leak: number;
  /** Whether the tries take turns; else each waits for itself. */
  inTurn: boolean;
}

const paces = {
  pair: { free: 5, first: 1, longest: 5, leak: 360, inTurn: true },
  address: { free: 50, first: 0.25, longest: 0.5, leak: 36, inTurn: true },
  name: { free: 50, first: 1, longest: 5, leak: 36, inTurn: false },
} satisfies Record<string, Pace>;

type Keys = Record<keyof typeof paces, Buffer>;

/** Nobody is kept waiting longer than this; whoever would have to be is asked to come again, and nothing is counted. */
const longestWait = 6;

/** How a try ended; `later`: it was not looked at, the password may be right, and in so many seconds there is a turn. */
export type Attempt = { result: 'right' | 'wrong' } | { result: 'later'; seconds: number };

export interface Try {
  /** Of one way to sign in, so that a program and a person of one name are two. */
  name: string;
  address: string;
  password: string;
  /** Absent for a name that nobody has: it takes as long. */
  hash: string | undefined;
}

/** A network of IPv6 counts as one address: any home has 2^64 of them. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, '').replace(/%.*$/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const [front, back] = [head.split(':').filter(Boolean), (tail ?? '').split(':').filter(Boolean)];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  return [...front, ...zeros, ...back]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** People type their password into the wrong box: names are kept as digests only. */
const digest = (...words: string[]): Buffer => createHash('sha256').update(JSON.stringify(words)).digest();

/** Judges a password, in its turn. */
export function createAttempts(pool: Pool): (attempt: Try) => Promise<Attempt> {
  // A program that begins with many calls at once has tried one password, not many.
  const underWay = new Map<string, Promise<Attempt>>();
  // However many tries come from one address at once, they use one connection to the database.
  const pending = new Map<string, Promise<unknown>>();
  const turnOf = (network: string, keys: Keys): Promise<number> => {
    const turn = (pending.get(network) ?? Promise.resolve()).then(() => takeTurn(pool, keys));
    const settled = turn
      .catch(() => undefined)
      .finally(() => pending.get(network) === settled && pending.delete(network));
    pending.set(network, settled);
    return turn;
  };

  const judge = async ({ name, password, hash }: Try, network: string): Promise<Attempt> => {
    const keys = { pair: digest(name, network), address: digest('', network), name: digest(name) };
    const seconds = await turnOf(network, keys);
    if (seconds > longestWait) return { result: 'later', seconds: Math.ceil(seconds - longestWait) };
    if (seconds > 0) await wait(seconds * 1000);
    if (!(await isPassword(password, hash)) || hash === undefined) return { result: 'wrong' };
    rememberPassword(password, hash, network);
    await welcome(pool, keys);
    return { result: 'right' };
  };

  return async (attempt) => {
    const { name, address, password, hash } = attempt;
    const network = networkOf(address);
    if (hash !== undefined && isKnownPassword(password, hash, network)) return { result: 'right' };
    const key = digest(name, network, password, hash ?? '').toString('base64');
    const judged = underWay.get(key) ?? judge(attempt, network).finally(() => underWay.delete(key));
    underWay.set(key, judged);
    return judged;
  };
}

/** A right password takes back what its try has counted, and makes the address one where this name is at home. */
async function welcome(pool: Pool, { pair, address, name }: Keys): Promise<void> {
  await pool.query(
    `with freed as (delete from sign_in.pace where key_hash = $1),
      uncounted as (update sign_in.pace set tries = greatest(0, tries - 1) where key_hash in ($2, $3))
     insert into sign_in.known_place values ($1, now()) on conflict (key_hash) do update set seen_at = now()`,
    [pair, address, name],
  );
}

/**
 * Counts a try before it is looked at, so that a hundred at once are a hundred, and takes the next turn.
 * @returns seconds until that turn; beyond `longestWait` nothing was counted and no turn taken.
 */
async function takeTurn(pool: Pool, keys: Keys): Promise<number> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    await client.query('begin');
    const known = await client.query('select from sign_in.known_place where key_hash = $1', [keys.pair]);
    const counted = known.rowCount === 1 ? (['pair'] as const) : (['pair', 'address', 'name'] as const);
    let seconds = 0;
    // In one order, so that two tries wait for each other and never in a circle.
    for (const which of counted.toSorted((one, other) => keys[one].compare(keys[other]))) {
      const { free, first, longest, leak, inTurn } = paces[which];
      const { rows } = await client.query<{ seconds: number }>(counting, [
        keys[which],
        free,
        first,
        longest,
        leak,
        inTurn,
      ]);
      seconds = Math.max(seconds, rows[0]?.seconds ?? 0);
    }
    await client.query(seconds > longestWait ? 'rollback' : 'commit');
    return seconds;
  } catch (error) {
    await client.query('rollback').catch(() => (isBroken = true));
    throw error;
  } finally {
    client.release(isBroken);
  }
}

const counting = `
  insert into sign_in.pace as pace values ($1, 1, clock_timestamp(), clock_timestamp())
  on conflict (key_hash) do update set (tries, counted_at, due_at) = (
    select kept + 1, present,
      greatest(present, case when $6 then pace.due_at else present end + interval '1 second' *
        case when kept < $2::float8 then 0 else least($4::float8, $3::float8 * 2 ^ least(kept - $2::float8, 20)) end)
    from (
      select clock_timestamp() as present,
        greatest(0, pace.tries - extract(epoch from clock_timestamp() - pace.counted_at) / $5::float8) as kept) it)
  returning greatest(0, extract(epoch from due_at - clock_timestamp()))::float8 as seconds`;

/** What a day has not touched says nothing any more; a place is known for ninety days after its last sign-in. */
export async function sweepPace(pool: Pool): Promise<void> {
  await pool.query(`delete from sign_in.pace where due_at < now() - interval '1 day'`);
  await pool.query(`delete from sign_in.known_place where seen_at < now() - interval '90 days'`);
}
