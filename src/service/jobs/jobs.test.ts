import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { migrate } from '#service/database/migrate.ts';
import { openDatabase, type Database } from '#service/database/open.ts';
import { queryOn } from '#service/database/query.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { migrations } from '#service/migrations/all.ts';
import { testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { until } from '#service/testing/until.ts';
import { addJob, pauseAfter, runJobs, sweepJobs, type JobHandlers, type JobOptions } from './jobs.ts';
import { asMaintenance } from './store.ts';

let testDb: TestDatabase;
let database: Database;
let pool: pg.Pool;
before(async () => {
  testDb = await testDatabase();
  database = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '' });
  await migrate(database, migrations);
  pool = database.pool;
});
after(async () => {
  await database.close();
  await testDb.close();
});
beforeEach(() => pool.query('truncate job'));

const silent: JobOptions = { pollMilliseconds: 0 };
const quick: JobOptions = { pollMilliseconds: 20 };

/** As a call adds them: in its transaction, under its role. */
const add = (kind: string, keys: string[], payload: object = {}, delaySeconds = 0) =>
  inTransaction(pool, { merchant: '1001' }, async (client) => {
    const query = queryOn(client);
    for (const key of keys) await addJob(query, kind, key, { merchant: '1001', ...payload }, delaySeconds);
  });

interface Stored {
  key: string;
  attempts: number;
  state: string;
  last_error: string | null;
  /** Seconds from now. */
  due: number;
}

const stored = async (): Promise<Stored[]> =>
  (
    await pool.query<Stored>(
      `select key, attempts, state, last_error, extract(epoch from run_at - now())::float8 as due
        from job order by job_sequence`,
    )
  ).rows;

const gate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
};

test('two processes run each of many jobs once', async () => {
  const other = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '' });
  const keys = Array.from({ length: 2000 }, (_, n) => `n${n}`);
  await add('count', keys, { of: 'each' });
  const ran: [number, string, unknown][] = [];
  const handlers = (which: number): JobHandlers => ({
    count: { run: async (_, job) => void ran.push([which, job.key, job.payload]) },
  });
  const runners = [runJobs(pool, handlers(1), quick), runJobs(other.pool, handlers(2), quick)];
  try {
    await until(async () => {
      const { rowCount } = await pool.query('select from job limit 1');
      return rowCount === 0;
    });
  } finally {
    await Promise.all(runners.map((it) => it.stop()));
    await other.close();
  }
  assert.deepEqual(ran.map(([, key]) => key).toSorted(), keys.toSorted());
  assert.deepEqual(new Set(ran.map(([which]) => which)), new Set([1, 2]), 'both took part');
  assert.deepEqual(ran[0]?.[2], { merchant: '1001', of: 'each' });
});

test('does not repeat a finished job because the database was busy when it ended', async () => {
  const { pool: small, close } = await openDatabase({
    databaseUrl: testDb.databaseUrl,
    dataDirectory: '',
    poolSize: 2,
  });
  await add('once', ['x']);
  let runs = 0;
  // Takes every connection for longer than a query waits for one.
  const takeAll = async () => {
    runs++;
    const taken = await Promise.all([small.connect(), small.connect()]);
    setTimeout(() => taken.forEach((client) => client.release()), 1700);
  };
  try {
    await runJobs(small, { once: { run: takeAll } }, silent).drain();
  } finally {
    await close();
  }
  assert.deepEqual(await stored(), []);
  assert.equal(runs, 1);
});

test('never exceeds the concurrency, and fills every free slot', async () => {
  await add('slow', ['a', 'b', 'c', 'd', 'e']);
  const started: string[] = [];
  const gates = new Map(['a', 'b', 'c', 'd', 'e'].map((key) => [key, gate()]));
  const jobs = runJobs(
    pool,
    {
      slow: {
        async run(_, job) {
          started.push(job.key);
          await gates.get(job.key)?.opened;
        },
      },
    },
    { pollMilliseconds: 60_000, concurrency: 2 },
  );
  await until(() => started.length === 2);
  gates.get(String(started[0]))?.open();
  await until(() => started.length === 3);
  for (const { open } of gates.values()) open();
  await until(() => started.length === 5);
  await jobs.stop();
  assert.deepEqual(await stored(), []);
});

test("a dead process's job goes to another when its lease expires, and not before", async () => {
  await add('lost', ['x']);
  const barrier = gate();
  const dead = runJobs(pool, { lost: { run: () => barrier.opened } }, { ...silent, leaseSeconds: 3600 });
  const dying = dead.drain();
  await until(async () => (await stored())[0]?.attempts === 1);

  const ran: number[] = [];
  const taken = gate();
  const alive = runJobs(
    pool,
    {
      lost: {
        async run(_, job) {
          ran.push(job.attempts);
          await taken.opened;
        },
      },
    },
    silent,
  );
  await alive.drain();
  assert.equal(ran.length, 0, 'it is with the other');

  await pool.query(`update job set claimed_until = now() - interval '1 second'`);
  const draining = alive.drain();
  await until(() => ran.length === 1);
  // The first process was alive after all: its result for the job no longer counts.
  barrier.open();
  await dying;
  assert.equal((await stored()).length, 1);
  taken.open();
  await draining;
  assert.deepEqual([ran, await stored()], [[2], []]);
  await Promise.all([dead.stop(), alive.stop()]);
});

test('a job that takes longer than its lease keeps it', async () => {
  await add('long', ['x']);
  const barrier = gate();
  const one = runJobs(pool, { long: { run: () => barrier.opened } }, { ...silent, leaseSeconds: 0.3 });
  const running = one.drain();
  const lease = async () =>
    (await pool
      .query<{ until: string; is_over: boolean }>(
        'select claimed_until::text as until, claimed_until < now() as is_over from job',
      )
      .then(({ rows }) => rows[0])) ?? { until: '', is_over: false };
  await until(async () => (await stored())[0]?.attempts === 1);
  const { until: first } = await lease();
  await until(async () => (await lease()).until > first);
  barrier.open();
  await running;
  assert.deepEqual(await stored(), []);
  await one.stop();
});

test('repeats a failing job at growing intervals, and finally marks it dead', async () => {
  await add('bad', ['x']);
  const errors: unknown[] = [];
  const secret = Object.assign(new Error('Thandi Mokoena 62001234567'), { code: 'E_BAD' });
  let runs = 0;
  const jobs = runJobs(
    pool,
    { bad: { run: () => (runs++, Promise.reject(secret)) } },
    { ...silent, attempts: 3, report: (error) => errors.push(error) },
  );
  const pauses: number[] = [];
  for (const attempt of [1, 2, 3]) {
    await jobs.drain();
    const [row] = await stored();
    assert.deepEqual([row?.attempts, row?.last_error], [attempt, 'Error E_BAD']);
    pauses.push(row?.due ?? 0);
    assert.equal(row?.state, attempt === 3 ? 'dead' : 'due');
    await jobs.drain();
    assert.equal(runs, attempt, 'not before its time');
    await pool.query('update job set run_at = now()');
  }
  await jobs.drain();
  assert.equal(runs, 3, 'the dead stay dead, and are kept');
  assert.equal((await stored()).length, 1);
  assert.deepEqual(errors, [secret, secret, secret]);
  const [first = 0, second = 0] = pauses;
  assert.ok(first > 3 && first < 6.5 && second > 10 && second < 19, String(pauses));
  await jobs.stop();
});

test('pauses grow threefold up to six hours, each a little different', () => {
  const of = (attempts: number) => Array.from({ length: 200 }, () => pauseAfter(attempts));
  for (const [attempts, seconds] of [
    [1, 5],
    [2, 15],
    [5, 405],
    [12, 21_600],
    [500, 21_600],
  ] as const) {
    const pauses = of(attempts);
    assert.ok(Math.min(...pauses) >= seconds * 0.75 && Math.max(...pauses) <= seconds * 1.25);
    assert.ok(new Set(pauses).size > 100);
  }
});

test('a job that kills its process every time is finally marked dead', async () => {
  await add('crash', ['x']);
  await pool.query('update job set attempts = 3');
  let runs = 0;
  const jobs = runJobs(pool, { crash: { run: async () => void runs++ } }, { ...silent, attempts: 3 });
  await jobs.drain();
  assert.equal(runs, 0);
  assert.equal((await stored())[0]?.state, 'dead');
  await jobs.stop();
});

test('stop waits for running jobs, and takes no more', async () => {
  await add('slow', ['a', 'b']);
  const barrier = gate();
  const started: string[] = [];
  const jobs = runJobs(
    pool,
    {
      slow: {
        async run(_, job) {
          started.push(job.key);
          await barrier.opened;
        },
      },
    },
    { ...quick, concurrency: 1 },
  );
  await until(() => started.length === 1);
  let isStopped = false;
  const stopping = jobs.stop().then(() => (isStopped = true));
  await pool.query('select 1');
  assert.equal(isStopped, false);
  barrier.open();
  await stopping;
  assert.deepEqual(started, ['a']);
  assert.deepEqual(
    (await stored()).map((it) => it.key),
    ['b'],
  );
});

test('draining goes on with what a job adds while other jobs are claimed', async () => {
  const [claiming, done] = [gate(), [] as string[]];
  let claims = 0;
  /** The second claim sees what is there before the parent adds to it, and answers after the parent has ended. */
  const slowly = async (text: unknown, found: unknown) => {
    if (!String(text).includes('skip locked') || ++claims !== 2) return found;
    claiming.open();
    await until(async () => !(await stored()).some(({ key }) => key === 'parent'));
    await pause(50);
    return found;
  };
  const slow = new Proxy(pool, {
    get: (target, name) =>
      name === 'connect'
        ? async () => {
            const client = await target.connect();
            return {
              query: async (text: string, values?: unknown[]) => slowly(text, await client.query(text, values)),
              release: (isBroken?: boolean) => client.release(isBroken),
            };
          }
        : Reflect.get(target, name, target),
  });
  await add('sibling', ['sibling']);
  await add('parent', ['parent']);
  const jobs = runJobs(
    slow,
    {
      sibling: { run: async () => void done.push('sibling') },
      parent: { run: () => claiming.opened.then(() => add('child', ['child'])) },
      child: { run: async () => void done.push('child') },
    },
    silent,
  );
  await jobs.drain();
  await jobs.stop();
  assert.deepEqual(done, ['sibling', 'child']);
});

test('stop does not wait for ever', async () => {
  await add('stuck', ['a']);
  const barrier = gate();
  const jobs = runJobs(pool, { stuck: { run: () => barrier.opened } }, { ...quick, stopMilliseconds: 50 });
  await until(async () => (await stored())[0]?.attempts === 1);
  await jobs.stop();
  assert.equal((await stored()).length, 1, 'another takes it when the lease is over');
  barrier.open();
  await until(async () => (await stored()).length === 0);
});

test('there is one periodic job for any number of processes, and it comes due again', async () => {
  const ran: number[] = [];
  const handlers = (which: number): JobHandlers => ({ tick: { every: 60, run: async () => void ran.push(which) } });
  const runners = [1, 2, 3].map((which) => runJobs(pool, handlers(which), silent));
  await Promise.all(runners.map((it) => it.drain()));
  assert.equal(ran.length, 1);
  const [row] = await stored();
  assert.ok(row && row.due > 50 && row.due <= 60 && row.attempts === 0, JSON.stringify(row));
  await pool.query('update job set run_at = now()');
  await Promise.all(runners.map((it) => it.drain()));
  assert.equal(ran.length, 2);
  await Promise.all(runners.map((it) => it.stop()));
});

test('a failed periodic job is repeated early, and never dies', async () => {
  let isWell = false;
  const handlers: JobHandlers = {
    tick: { every: 600, run: () => (isWell ? Promise.resolve() : Promise.reject(new Error())) },
  };
  const jobs = runJobs(pool, handlers, { ...silent, attempts: 2 });
  for (let n = 0; n < 4; n++) {
    await jobs.drain();
    await pool.query(`update job set run_at = now()`);
  }
  assert.deepEqual(
    (await stored()).map((it) => [it.state, it.attempts]),
    [['due', 4]],
  );
  isWell = true;
  await jobs.drain();
  const [row] = await stored();
  assert.deepEqual([row?.attempts, row?.last_error], [0, null]);
  await jobs.stop();
});

test('a job waits until it is due, and for a process that has its handler', async () => {
  await add('later', ['x'], {}, 3600);
  await add('unknown', ['y']);
  const ran: string[] = [];
  const jobs = runJobs(pool, { later: { run: async (_, job) => void ran.push(job.key) } }, silent);
  await jobs.drain();
  assert.deepEqual(ran, []);
  assert.equal((await stored()).length, 2);
  await jobs.stop();
});

test('a call that is rolled back leaves no job, and cannot read any', async () => {
  await assert.rejects(
    inTransaction(pool, { merchant: '1001' }, async (client) => {
      const query = queryOn(client);
      await addJob(query, 'never', 'x', { merchant: '1001' });
      await client.query('select * from job');
    }),
    /permission denied/,
  );
  assert.deepEqual(await stored(), []);
});

test('waits for a database that is unreachable', async () => {
  const own = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '' });
  const ran: string[] = [];
  const errors: unknown[] = [];
  const jobs = runJobs(
    own.pool,
    { after: { run: async (_, job) => void ran.push(job.key) } },
    { ...quick, report: (error) => errors.push(error) },
  );
  await add('after', ['before']);
  await until(() => ran.length === 1);
  // An administrator does this, and a restart looks the same from here.
  for (let n = 0; n < 20; n++)
    await pool
      .query(
        `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name = 'collections-console'`,
      )
      .catch(() => undefined);
  await until(() =>
    add('after', ['then']).then(
      () => true,
      () => false,
    ),
  );
  await until(() => ran.includes('then'));
  await jobs.stop();
  await own.close();
});

test('sweeps the answers stored for repeats after three days', async () => {
  await asMaintenance(pool, async (query) => {
    await query(
      `insert into idempotency (merchant, subject, key, operation, request_hash, answer, kept_at)
        select '1001', 's', 'k' || hours, 'clientCreate', '', '{}', now() - hours * interval '1 hour'
        from unnest(array[1, 71, 73, 500]) hours
        returning 1`,
    );
  });
  const jobs = runJobs(pool, sweepJobs, silent);
  await jobs.drain();
  const left = await asMaintenance(pool, (query) => query<{ key: string }>('select key from idempotency order by key'));
  assert.deepEqual(
    left.map((it) => it.key),
    ['k1', 'k71'],
  );
  await jobs.stop();
});

test('sweeps many answers in batches, each committed', async () => {
  await asMaintenance(pool, (query) =>
    query(
      `insert into idempotency (merchant, subject, key, operation, request_hash, answer, kept_at)
        select (1001 + n % 3)::text, 's', 'old' || n, 'clientCreate', '', '{}',
          now() - interval '90 hours' + n * interval '1 second'
        from generate_series(1, 2500) n returning 1`,
    ),
  );
  const left = async () => (await pool.query(`select from idempotency where key like 'old%'`)).rowCount;
  const jobs = runJobs(pool, sweepJobs, silent);
  // Another session locks one row of the second batch.
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query(
    `select from idempotency where merchant = '1001' and subject = 's' and key = 'old1500' for update`,
  );
  const draining = jobs.drain();
  await until(async () => (await left()) === 1500);
  await holder.query('commit');
  holder.release();
  await draining;
  assert.equal(await left(), 0);
  await jobs.stop();
});
