import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { withConnection } from '#service/database/connection.ts';

/*
 * The pace at which something secret may be tried: attempts that count under one key take turns at growing intervals. The counts are in
 * the database, because several processes may serve one sign-in, and decay over time.
 */

/**
 * In seconds: `free` attempts at once, then a pause that doubles from `first` up to `longest`; every `leak` one attempt is
 * forgotten.
 */
export interface Pace {
  free: number;
  first: number;
  longest: number;
  leak: number;
  /** Whether attempts queue; else each waits on its own. */
  inTurn: boolean;
}

/** People type their password into the wrong field, so names are stored only as digests. */
export const paceKey = (...words: string[]): Buffer => createHash('sha256').update(JSON.stringify(words)).digest();

export type CountedKeys = readonly (readonly [key: Buffer, pace: Pace])[];

/**
 * Counts an attempt before its check, so that a hundred at once count as a hundred, and takes the next turn.
 * @returns seconds until that turn; beyond `longestWaitSeconds` nothing is counted.
 */
export async function takeTurn(pool: Pool, countedBy: (client: PoolClient) => Promise<CountedKeys>): Promise<number> {
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

/** Forgets what has leaked since the last attempt, counts this one, and sets the time of its turn. */
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

/** An attempt that would wait longer has to be repeated, and is not counted. */
const longestWaitSeconds = 6;

/** Waits for a turn that is near. @returns seconds after which to retry, if it is too far */
export async function waitForTurn(seconds: number): Promise<number | undefined> {
  if (seconds > longestWaitSeconds) return Math.ceil(seconds - longestWaitSeconds);
  if (seconds > 0) await wait(seconds * 1000);
  return undefined;
}

/** Deletes counts after a day without attempts, and known addresses ninety days after the last sign-in. */
export async function sweepPace(pool: Pool): Promise<void> {
  await pool.query(`delete from sign_in.pace where due_at < now() - interval '1 day'`);
  await pool.query(`delete from sign_in.known_place where seen_at < now() - interval '90 days'`);
}
