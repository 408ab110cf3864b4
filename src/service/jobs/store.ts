import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { withConnection } from '#service/database/connection.ts';
import { queryOn, type Query } from '#service/database/query.ts';
import { commitStatement, shortTimeout } from '#service/database/transaction.ts';

/** Work that outlives its call. */
export interface Job {
  kind: string;
  key: string;
  payload: unknown;
  /** Including this one. */
  attempts: number;
}

/** A job that this process holds until its lease expires. Only the holder of `claim` can renew or end it. */
export interface Claimed extends Job {
  sequence: number;
  isPeriodic: boolean;
  claim: string;
}

const beginning = { text: `begin; select set_config('role', 'collections_maintenance', true)`, ...shortTimeout };

/** Runs `work` as the maintenance role, which owns the jobs and passes the merchants' policies; never for a call. */
export async function asMaintenance<T>(pool: pg.Pool, work: (query: Query) => Promise<T>): Promise<T> {
  return withConnection(pool, async (client) => {
    await client.query(beginning);
    const result = await work(queryOn(client));
    await client.query(commitStatement);
    return result;
  });
}

/**
 * Runs one statement as the maintenance role, with begin and commit in one round trip. Jobs are many and short, so
 * round trips would be most of their cost.
 */
async function onceAsMaintenance<Row>(pool: pg.Pool, text: string, values: unknown[]): Promise<Row[]> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    const [begun, result, committed] = await Promise.allSettled([
      client.query(beginning),
      client.query(text, values),
      client.query('commit'),
    ]);
    // The commit of a failed transaction rolls it back.
    isBroken = committed.status === 'rejected';
    for (const step of [begun, result, committed]) if (step.status === 'rejected') throw step.reason;
    return result.status === 'fulfilled' ? (result.value.rows as Row[]) : [];
  } finally {
    client.release(isBroken);
  }
}

/** Inserts one row per periodic job name, by the first process only. */
export const armPeriodic = (pool: pg.Pool, kinds: string[]): Promise<unknown> =>
  onceAsMaintenance(
    pool,
    `insert into job (kind, key, payload, is_periodic) select unnest($1::text[]), '', '{}', true
      on conflict (kind, key) where is_periodic do nothing`,
    [kinds],
  );

/**
 * Claims due jobs in one statement: it skips rows that another process is claiming, and checks each row again under its
 * lock.
 */
export const claimJobs = (pool: pg.Pool, kinds: string[], most: number, leaseSeconds: number): Promise<Claimed[]> =>
  onceAsMaintenance<Claimed>(
    pool,
    `with next as materialized (
          select job_sequence from job
          where state = 'due' and run_at <= now() and (claimed_until is null or claimed_until < now())
            and kind = any($1)
          order by run_at, job_sequence limit $2 for update skip locked
        )
        update job set attempts = attempts + 1, claim = $3, claimed_until = now() + $4::float8 * interval '1 second'
        from next where job.job_sequence = next.job_sequence
        returning job.job_sequence as sequence, kind, key, payload, attempts, is_periodic as "isPeriodic", claim`,
    [kinds, most, randomUUID(), leaseSeconds],
  );

export const renewJobs = (pool: pg.Pool, jobs: Claimed[], leaseSeconds: number): Promise<unknown> =>
  onceAsMaintenance(
    pool,
    `update job set claimed_until = now() + $3::float8 * interval '1 second'
        from unnest($1::bigint[], $2::uuid[]) as held (sequence, claim)
        where job_sequence = sequence and job.claim = held.claim`,
    [jobs.map((job) => job.sequence), jobs.map((job) => job.claim), leaseSeconds],
  );

/** Deletes a finished job; a periodic one is due again after `every` seconds. */
export const endJob = (pool: pg.Pool, job: Claimed, every = 0): Promise<unknown> =>
  job.isPeriodic
    ? onceAsMaintenance(
        pool,
        `update job set run_at = now() + $3::float8 * interval '1 second', attempts = 0, last_error = null,
              claim = null, claimed_until = null
            where job_sequence = $1 and claim = $2`,
        [job.sequence, job.claim, every],
      )
    : onceAsMaintenance(pool, 'delete from job where job_sequence = $1 and claim = $2', [job.sequence, job.claim]);

/** A failed job is due again after `seconds`, or dead: kept for operators, but never run again. */
export const failJob = (
  pool: pg.Pool,
  job: Claimed,
  error: unknown,
  then: { isDead: boolean; seconds: number },
): Promise<unknown> =>
  onceAsMaintenance(
    pool,
    `update job set state = $3, run_at = now() + $4::float8 * interval '1 second', last_error = $5, claim = null,
          claimed_until = null
        where job_sequence = $1 and claim = $2`,
    [job.sequence, job.claim, then.isDead ? 'dead' : 'due', then.seconds, labelOf(error)],
  );

/** The error's name and code. Its message may contain personal data. */
function labelOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  return `${error.name}${code}`.slice(0, 100);
}
