import type pg from 'pg';
import { appending } from '#service/audit/entry.ts';
import { inTransaction, repeatedly } from '#service/database/transaction.ts';
import type { Named } from '#service/http/call.ts';
import type { JobHandlers } from '#service/jobs/jobs.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { simulatedBank, type Bank } from './bank.ts';
import type { Clock } from './clock.ts';
import { completeContracts, completePayouts } from './completion.ts';
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
  completeContracts,
  missPayments,
  payOut,
  completePayouts,
];

/** Contracts in one transaction. Callers that need one of them wait for one page at most. */
const pageSize = 250;

const Actor = { Kind: 'service', Id: 'clearing', Name: 'Clearing' } as const;

interface ClearingOptions {
  bank?: Bank;
  /** Stops between two pages. */
  signal?: AbortSignal;
}

/** The progress of clearing: the phase, and the last contract seen. */
interface Progress {
  phase: number;
  after: number;
}

/**
 * Processes everything due by now on a merchant's clock. Each event has its own time, which depends on the record and the bank
 * alone, so it does not matter how often clearing runs. Safe next to other runs and calls: both wait for the same locks.
 * @returns whether it finished before the signal.
 * @throws errors of the database; committed pages remain, and the next run continues.
 */
export async function clear(
  pool: pg.Pool,
  clock: Clock,
  merchant: string,
  { bank = simulatedBank, signal }: ClearingOptions = {},
): Promise<boolean> {
  for (let place: Progress | undefined = { phase: 0, after: 0 }; place;) {
    if (signal?.aborted) return false;
    const from: Progress = place;
    place = await repeatedly(() =>
      inTransaction(pool, { merchant, isSandbox: true }, async (client, { daysAhead, sequence, last }) => {
        // Batches of calls take this lock too: they would lock contracts in a different order.
        await client.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [merchant]);
        const query = async <Row>(statement: string | Named, values?: unknown[]) =>
          (await client.query(typeof statement === 'string' ? { text: statement } : statement, values)).rows as Row[];
        const round = { merchant, now: clock.now(daysAhead), bank, sequence, logged: 0, query };
        const next = await clearPage(round, from);
        const Items = round.logged;
        if (Items > 0)
          last.push(
            ...appending(merchant, { Action: 'clearing', Actor, CallSequence: sequence, Outcome: 'done', Items }),
          );
        return next;
      }),
    );
  }
  return true;
}

/** Clears a merchant and records that its test clock has caught up, unless it was moved meanwhile. */
export async function catchUp(
  pool: pg.Pool,
  clock: Clock,
  merchant: string,
  options: ClearingOptions = {},
): Promise<boolean> {
  const begin = { merchant, isSandbox: true };
  const days = await inTransaction(pool, begin, async (_, { daysAhead }) => daysAhead);
  if (!(await clear(pool, clock, merchant, options))) return false;
  await inTransaction(pool, begin, (client) =>
    client.query(
      `update test_clock set caught_up_days = $2, moved_to = $3
        where merchant = $1 and days_ahead = $2 and caught_up_days is distinct from $2`,
      [merchant, days, clock.now(days)],
    ),
  );
  return true;
}

/** Continues from a position until a page is full or nothing is left. */
async function clearPage(round: Round, from: Progress): Promise<Progress | undefined> {
  let after = from.after;
  for (const [index, phase] of [...phases.entries()].slice(from.phase)) {
    // The time is in the result so that its parameter has a type in conditions that don't use it.
    const due = await round.query<{ contract: number }>(
      `select contract_sequence as contract, $2::timestamp as now from ${phase.table} c
        where merchant = $1 and contract_sequence > $3 and ${phase.due}
        order by contract_sequence limit $4 for no key update`,
      [round.merchant, round.now, after, pageSize],
    );
    const contracts = due.map(({ contract }) => contract);
    if (contracts.length > 0) await phase.act(round, contracts);
    if (contracts.length === pageSize) return { phase: index, after: contracts.at(-1) ?? 0 };
    after = 0;
  }
  return undefined;
}

/** Runs clearing every minute. A failure for one merchant does not delay the others. */
export const clearingJobs = (clock: Clock, bank: Bank = simulatedBank): JobHandlers => ({
  clearing: {
    every: 60,
    async run(pool) {
      const merchants = await asMaintenance(pool, (query) =>
        query<{ merchant: string }>('select merchant from merchant where not disabled order by merchant'),
      );
      const failures: unknown[] = [];
      for (const { merchant } of merchants)
        await catchUp(pool, clock, merchant, { bank }).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
  },
});
