import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Query } from '#service/database/query.ts';
import { isUnavailable } from '#service/database/transaction.ts';
import { armPeriodic, asMaintenance, claimJobs, endJob, failJob, renewJobs, type Claimed, type Job } from './store.ts';

export type { Job };

/**
 * A job that throws is repeated later, so `run` must be safe to repeat: every job runs at least once. With `every`
 * (seconds) there is one job of this name that comes due again and again.
 */
export type JobHandlers = Record<string, { every?: number; run(pool: pg.Pool, job: Job): Promise<void> }>;

export interface JobOptions {
  /** How often to look for jobs while idle; 0 leaves that to `drain`. */
  pollMilliseconds?: number;
  concurrency?: number;
  /** How long a silent process keeps a job; running jobs renew their lease. */
  leaseSeconds?: number;
  /** After this many failures a job is dead. Periodic jobs never die. */
  attempts?: number;
  stopMilliseconds?: number;
  /** Called with every failure, for the log. */
  report?: (error: unknown, job?: Job) => void;
}

export interface Jobs {
  stop(): Promise<void>;
  /** Runs every job that is due until none is. */
  drain(): Promise<void>;
}

/**
 * Adds a job in the caller's transaction, so it exists exactly when the call's effect does.
 * @param payload JSON; should refer to records rather than repeat personal data.
 */
export async function addJob(
  query: Query,
  kind: string,
  key: string,
  payload: unknown,
  delaySeconds = 0,
): Promise<void> {
  await query(
    `insert into job (kind, key, payload, run_at) values ($1, $2, $3, now() + $4::float8 * interval '1 second')`,
    [kind, key, JSON.stringify(payload), delaySeconds],
  );
}

const firstPause = 5;
const longestPause = 6 * 3600;

/**
 * Seconds until the repeat after the nth failure: 5, 15, 45, … up to six hours. Each varies by a quarter, so that jobs
 * that failed together do not return together. Twelve attempts take almost a day.
 */
export const pauseAfter = (attempts: number): number =>
  Math.min(longestPause, firstPause * 3 ** (attempts - 1)) * (0.75 + Math.random() / 2);

/**
 * Runs the handlers' jobs until stopped. Any number of processes may share a database: each job is with one of them at
 * a time. Waits while the database is unreachable.
 */
export function runJobs(pool: pg.Pool, handlers: JobHandlers, options: JobOptions = {}): Jobs {
  const { pollMilliseconds = 1000, concurrency = 4, leaseSeconds = 60, attempts = 12 } = options;
  const { stopMilliseconds = 10_000, report = () => undefined } = options;
  const kinds = Object.keys(handlers);
  const running = new Map<Claimed, Promise<void>>();
  let isArmed = false;
  const ending = new AbortController();
  let wake = (): void => undefined;

  const run = async (job: Claimed): Promise<void> => {
    const every = handlers[job.kind]?.every;
    try {
      await handle(job);
      await end(job, every);
    } catch (error) {
      report(error, job);
      const isDead = !job.isPeriodic && job.attempts >= attempts;
      const seconds = Math.min(pauseAfter(job.attempts), every ?? longestPause);
      // If even this cannot be stored, the lease expires and the job is repeated.
      await failJob(pool, job, error, { isDead, seconds }).catch((reason: unknown) => report(reason, job));
    } finally {
      running.delete(job);
      wake();
    }
  };

  /**
   * Records a job as done, and retries while the database is unreachable: releasing the job would run it twice. The
   * renewed lease keeps it from other processes.
   */
  const end = async (job: Claimed, every?: number): Promise<void> => {
    for (;;)
      try {
        await endJob(pool, job, every);
        return;
      } catch (error) {
        if (!isUnavailable(error) || ending.signal.aborted) throw error;
        await pause(100);
      }
  };

  const handle = async (job: Claimed): Promise<void> => {
    // The lease expired on every attempt: the job probably kills its worker.
    if (!job.isPeriodic && job.attempts > attempts) throw new Error('never ended');
    await handlers[job.kind]?.run(pool, job);
  };

  let taking: Promise<number> | undefined;
  /** Fills the free slots; one run at a time, so that slots are counted correctly. */
  const take = (): Promise<number> => (taking ??= fill().finally(() => (taking = undefined)));
  const fill = async (): Promise<number> => {
    if (!isArmed) {
      await armPeriodic(
        pool,
        kinds.filter((kind) => handlers[kind]?.every !== undefined),
      );
      isArmed = true;
    }
    const free = concurrency - running.size;
    const claimed = free > 0 ? await claimJobs(pool, kinds, free, leaseSeconds) : [];
    for (const job of claimed) running.set(job, run(job));
    return claimed.length;
  };

  const work = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const found = await take().catch((error: unknown) => {
        if (!isUnavailable(error)) report(error);
        return 0;
      });
      if (found > 0 && running.size < concurrency) continue;
      await new Promise<void>((resolve) => {
        // At random intervals: processes started together would otherwise always poll together.
        const timer = setTimeout(resolve, pollMilliseconds * (0.75 + Math.random() / 2));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (ending.signal.aborted) wake();
      });
    }
  };

  const renewing = setInterval(
    () => {
      if (running.size > 0) void renewJobs(pool, [...running.keys()], leaseSeconds).catch(() => undefined);
    },
    (leaseSeconds * 1000) / 3,
  ).unref();
  const working = pollMilliseconds > 0 ? work() : Promise.resolve();

  return {
    async stop() {
      ending.abort();
      wake();
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([
        working.then(() => Promise.all(running.values())),
        new Promise((resolve) => (timer = setTimeout(resolve, stopMilliseconds))),
      ]);
      clearTimeout(timer);
      clearInterval(renewing);
    },
    async drain() {
      for (;;) {
        // One that ends while others are claimed may have added a job that was not seen.
        const wasIdle = running.size === 0;
        const found = await take();
        if (running.size > 0) await Promise.race(running.values());
        else if (found === 0 && wasIdle) return;
      }
    },
  };
}

const keptHours = 72;
const atOnce = 1000;

/**
 * Deletes the answers stored for repeated calls. In batches, each its own transaction: after a large import, or days
 * without a process, deleting all at once would exceed the statement timeout on every attempt.
 */
export const sweepJobs: JobHandlers = {
  sweep: {
    every: 3600,
    async run(pool) {
      for (let count = atOnce; count === atOnce;)
        count = await asMaintenance(pool, async (query) => {
          const swept = await query(
            `with oldest as (
                select merchant, subject, key from idempotency
                where kept_at < now() - $1::float8 * interval '1 hour'
                order by kept_at limit $2
              )
              delete from idempotency it using oldest
              where it.merchant = oldest.merchant and it.subject = oldest.subject and it.key = oldest.key
              returning 1`,
            [keptHours, atOnce],
          );
          return swept.length;
        });
    },
  },
};
