import type pg from 'pg';
import { appending } from '#service/audit/entry.ts';
import type { Clock } from '#service/base/clock.ts';
import { queryOn } from '#service/database/query.ts';
import { inTransaction, isTimeout, isUnavailable, repeatedly } from '#service/database/transaction.ts';
import type { JobHandlers } from '#service/jobs/jobs.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { simulatedBank, type Bank } from './bank.ts';
import { completionPhase, completePayouts } from './completion.ts';
import { collectInstalments } from './instalments.ts';
import { answerMandates } from './mandates.ts';
import { missPayments, payOut } from './payments.ts';
import type { Phase, Round } from './phase.ts';
import { rollSeries } from './series.ts';

/**
 * In the order in which one phase makes another due: an approved mandate may lack instalments, an added one may be due already,
 * the last outcome completes the contract.
 */
const phases: readonly Phase[] = [
  answerMandates,
  rollSeries,
  collectInstalments,
  completionPhase,
  missPayments,
  payOut,
  completePayouts,
];

/** Contracts in one transaction. Callers that need one of them wait for one page at most. */
const pageSize = 250;
/** Contracts that are listed at once: what is due is read once for many pages, so that clearing takes as long as it has debits. */
const listSize = 50_000;

const Actor = { Kind: 'service', Id: 'clearing', Name: 'Clearing' } as const;

interface ClearingOptions {
  bank?: Bank;
  /** Stops between two pages. */
  signal?: AbortSignal;
}

/** The progress of clearing: the phase, the last contract that was cleared, and what was listed after it. */
interface Progress {
  phase: number;
  after: number;
  listed?: readonly number[];
}

/**
 * Processes everything due by now on a merchant's clock, a page with each step. Each event has its own time, which depends on
 * the record and the bank alone, so it does not matter how often clearing runs. Safe next to other runs and calls: both wait
 * for the same locks.
 * @returns whether it finished before the signal.
 * @throws the first error of a phase, once the phases after it have run; committed pages remain, and the next run continues.
 */
async function* clearing(
  pool: pg.Pool,
  clock: Clock,
  merchant: string,
  { bank = simulatedBank, signal }: ClearingOptions,
): AsyncGenerator<void, boolean> {
  const failures: unknown[] = [];
  for (let place: Progress | undefined = { phase: 0, after: 0 }; place; yield) {
    if (signal?.aborted) return false;
    const from: Progress = place;
    const reached = { phase: from.phase };
    try {
      place = await repeatedly(() =>
        inTransaction(pool, { merchant, isSandbox: true }, async (client, { daysAhead, sequence, last }) => {
          // Batches of calls take this lock too: they would lock contracts in a different order.
          await client.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [merchant]);
          const round = { merchant, now: clock.now(daysAhead), bank, sequence, logged: 0, query: queryOn(client) };
          const next = await clearPage(round, from, reached);
          const Items = round.logged;
          if (Items > 0)
            last.push(
              ...appending(merchant, { Action: 'clearing', Actor, CallSequence: sequence, Outcome: 'done', Items }),
            );
          return next;
        }),
      );
    } catch (error) {
      if (isUnavailable(error) && !isTimeout(error)) throw error;
      failures.push(error);
      // Series that can't be extended must not stop the debits that are due.
      place = reached.phase + 1 < phases.length ? { phase: reached.phase + 1, after: 0 } : undefined;
    }
  }
  if (failures.length > 0) throw failures[0];
  return true;
}

async function finished(steps: AsyncGenerator<void, boolean>): Promise<boolean> {
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
  }
}

/** Clears a merchant, as `clearing` says. */
export const clearMerchant = (
  pool: pg.Pool,
  clock: Clock,
  merchant: string,
  options: ClearingOptions = {},
): Promise<boolean> => finished(clearing(pool, clock, merchant, options));

/** Clears a merchant and records that its test clock has caught up, unless it was moved meanwhile. */
async function* catchingUp(
  pool: pg.Pool,
  clock: Clock,
  merchant: string,
  options: ClearingOptions,
): AsyncGenerator<void, boolean> {
  const begin = { merchant, isSandbox: true };
  const days = await inTransaction(pool, begin, async (_, { daysAhead }) => daysAhead);
  if (!(yield* clearing(pool, clock, merchant, options))) return false;
  await inTransaction(pool, begin, (client) =>
    client.query(
      `update test_clock set caught_up_days = $2, moved_to = $3
        where merchant = $1 and days_ahead = $2 and caught_up_days is distinct from $2`,
      [merchant, days, clock.now(days)],
    ),
  );
  return true;
}

export const catchUp = (
  pool: pg.Pool,
  clock: Clock,
  merchant: string,
  options: ClearingOptions = {},
): Promise<boolean> => finished(catchingUp(pool, clock, merchant, options));

/** Continues from a position until a page is full or nothing is left. `reached` has the phase it is at. */
async function clearPage(round: Round, from: Progress, reached: { phase: number }): Promise<Progress | undefined> {
  let { after, listed } = from;
  for (const [index, phase] of [...phases.entries()].slice(from.phase)) {
    reached.phase = index;
    const due = listed?.length ? listed : await dueAfter(round, phase, after);
    const page = due.slice(0, pageSize);
    if (page.length > 0) {
      await round.query(
        `select from ${phase.table} where merchant = $1 and contract_sequence = any($2)
          order by contract_sequence for no key update`,
        [round.merchant, page],
      );
      await phase.act(round, page);
    }
    if (page.length === pageSize) return { phase: index, after: page.at(-1) ?? 0, listed: due.slice(pageSize) };
    after = 0;
    listed = undefined;
  }
  return undefined;
}

async function dueAfter(round: Round, phase: Phase, after: number): Promise<number[]> {
  // The time is in the result so that its parameter has a type in conditions that don't use it.
  const due = await round.query<{ contract: number }>(
    `select contract_sequence as contract, $2::timestamp as now from ${phase.table} c
      where merchant = $1 and contract_sequence > $3 and ${phase.due}
      order by contract_sequence limit $4`,
    [round.merchant, round.now, after, listSize],
  );
  return due.map(({ contract }) => contract);
}

/**
 * Runs clearing every minute. Merchants take turns; a failure for one does not delay the others.
 * @param turnMs milliseconds for which a merchant's pages follow each other while others wait.
 */
export const clearingJobs = (clock: Clock, bank: Bank = simulatedBank, turnMs = 2000): JobHandlers => ({
  clearing: {
    every: 60,
    async run(pool) {
      const merchants = await asMaintenance(pool, (query) =>
        query<{ merchant: string }>('select merchant from merchant where not disabled order by merchant'),
      );
      const failures: unknown[] = [];
      let open = merchants.map(({ merchant }) => catchingUp(pool, clock, merchant, { bank }));
      while (open.length > 0) {
        const unfinished: typeof open = [];
        for (const steps of open)
          await takeTurn(steps, turnMs).then(
            (isDone) => isDone || unfinished.push(steps),
            (error: unknown) => failures.push(error),
          );
        open = unfinished;
      }
      if (failures.length > 0) throw failures[0];
    },
  },
});

/** @returns whether it has finished */
async function takeTurn(steps: AsyncGenerator<void, boolean>, turnMs: number): Promise<boolean> {
  const end = performance.now() + turnMs;
  for (;;) {
    if ((await steps.next()).done) return true;
    if (performance.now() > end) return false;
  }
}
