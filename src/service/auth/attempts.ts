import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { withConnection } from '#service/database/connection.ts';
import { isKnownPassword, isPassword, rememberPassword } from './passwords.ts';

/*
 * Slows down password guessing without locking anyone out. Attempts on one name from one address take turns at growing
 * intervals; so do attempts on many names from one address; attempts on one name from many addresses each wait. A person who
 * signed in from an address before is slowed only by attempts on that name from there, and a password that this process has
 * just verified waits for nothing. The counts are in the database, because several processes may serve one sign-in, and decay
 * over time.
 */

/**
 * In seconds: `free` attempts at once, then a pause that doubles from `first` up to `longest`; every `leak` one attempt is
 * forgotten.
 */
interface Pace {
  free: number;
  first: number;
  longest: number;
  leak: number;
  /** Whether attempts queue; else each waits on its own. */
  inTurn: boolean;
}

const paces = {
  pair: { free: 5, first: 1, longest: 5, leak: 360, inTurn: true },
  address: { free: 50, first: 0.25, longest: 0.5, leak: 36, inTurn: true },
  name: { free: 50, first: 1, longest: 5, leak: 36, inTurn: false },
} satisfies Record<string, Pace>;

type Keys = Record<keyof typeof paces, Buffer>;

/**
 * For codes of six digits, of which three are right at any time: 288 guesses a day, from any address. Only someone who knows the
 * password gets this far.
 */
const codePace: Pace = { free: 5, first: 1, longest: 300, leak: 360, inTurn: true };

/** An attempt that would wait longer has to be repeated, and is not counted. */
const longestWaitSeconds = 6;

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

/** An IPv6 network counts as one address: any home has 2^64 of them. */
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

/** People type their password into the wrong field, so names are stored only as digests. */
const digest = (...words: string[]): Buffer => createHash('sha256').update(JSON.stringify(words)).digest();

/** Checks a password in its turn. */
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
    const keys = { pair: digest(name, network), address: digest('', network), name: digest(name) };
    const seconds = await turnOf(network, keys);
    if (seconds > longestWaitSeconds) return { result: 'later', seconds: Math.ceil(seconds - longestWaitSeconds) };
    if (seconds > 0) await wait(seconds * 1000);
    if (!(await isPassword(password, hash)) || hash === undefined) return { result: 'wrong' };
    rememberPassword(password, hash, network);
    await recordSuccess(pool, keys);
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

/** A right password undoes the count of its attempt, and marks the address as known for this name. */
async function recordSuccess(pool: Pool, { pair, address, name }: Keys): Promise<void> {
  await pool.query(
    `with freed as (delete from sign_in.pace where key_hash = $1),
      uncounted as (update sign_in.pace set tries = greatest(0, tries - 1) where key_hash in ($2, $3))
     insert into sign_in.known_place values ($1, now()) on conflict (key_hash) do update set seen_at = now()`,
    [pair, address, name],
  );
}

/** Waits for the turn of a code, which the caller then checks. @returns seconds after which to retry, instead of waiting */
export async function waitForCodeTurn(pool: Pool, username: string): Promise<number | undefined> {
  const seconds = await takeTurn(pool, async () => [[codeKey(username), codePace]]);
  if (seconds > longestWaitSeconds) return Math.ceil(seconds - longestWaitSeconds);
  await wait(seconds * 1000);
  return undefined;
}

export async function recordRightCode(pool: Pool, username: string): Promise<void> {
  await pool.query('delete from sign_in.pace where key_hash = $1', [codeKey(username)]);
}

const codeKey = (username: string): Buffer => digest('second factor', username);

type Counted = readonly (readonly [key: Buffer, pace: Pace])[];

/** From an address where the person signed in before, only that pair is counted. */
const countedFor =
  (keys: Keys) =>
  async (client: PoolClient): Promise<Counted> => {
    const known = await client.query('select from sign_in.known_place where key_hash = $1', [keys.pair]);
    const counted = known.rowCount === 1 ? (['pair'] as const) : (['pair', 'address', 'name'] as const);
    return counted.map((which) => [keys[which], paces[which]]);
  };

/**
 * Counts an attempt before its check, so that a hundred at once count as a hundred, and takes the next turn.
 * @returns seconds until that turn; beyond `longestWait` nothing is counted.
 */
async function takeTurn(pool: Pool, countedBy: (client: PoolClient) => Promise<Counted>): Promise<number> {
  return withConnection(pool, async (client) => {
    await client.query('begin');
    const counted = await countedBy(client);
    let seconds = 0;
    // In one order, so that two attempts cannot deadlock.
    for (const [key, { free, first, longest, leak, inTurn }] of counted.toSorted(([one], [other]) =>
      one.compare(other),
    )) {
      const { rows } = await client.query<{ seconds: number }>(counting, [key, free, first, longest, leak, inTurn]);
      seconds = Math.max(seconds, rows[0]?.seconds ?? 0);
    }
    await client.query(seconds > longestWaitSeconds ? 'rollback' : 'commit');
    return seconds;
  });
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

/** Deletes counts after a day without attempts, and known addresses ninety days after the last sign-in. */
export async function sweepPace(pool: Pool): Promise<void> {
  await pool.query(`delete from sign_in.pace where due_at < now() - interval '1 day'`);
  await pool.query(`delete from sign_in.known_place where seen_at < now() - interval '90 days'`);
}
