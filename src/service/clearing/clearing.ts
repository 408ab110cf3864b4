import type pg from 'pg';
import { inTransaction, repeatedly } from '#service/database/transaction.ts';
import type { JobHandlers } from '#service/jobs/jobs.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { simulatedBank, type Bank } from './bank.ts';
import type { Clock } from './clock.ts';
import { completeContracts, completePayouts } from './completion.ts';
import { collectInstalments } from './instalments.ts';
import { answerMandates } from './mandates.ts';
import { payOut } from './payments.ts';
import type { Phase, Round } from './phase.ts';
import { rollSeries } from './series.ts';

/**
 * What happens by itself, in the order in which one thing makes another due: an accepted mandate may be short of
 * instalments, what is added may be due already, the last outcome completes.
 */
const phases: readonly Phase[] = [
  answerMandates,
  rollSeries,
  collectInstalments,
  completeContracts,
  payOut,
  completePayouts,
];

/** Contracts that one transaction changes: callers who name one of them wait no longer than a page takes. */
const pageSize = 250;

interface ClearingOptions {
  bank?: Bank;
  /** Ends it between two pages. */
  signal?: AbortSignal;
}

/** How far clearing of a merchant has got: the phase, and the last contract that it has looked at. */
interface Place {
  phase: number;
  after: number;
}

/**
 * Has everything happen to a merchant that is due by now on its clock. Each thing happens at its own time, which hangs
 * on the record and the bank alone, so that it does not matter how often clearing runs. May run beside itself and
 * beside calls: it waits for their locks, as they do for its.
 * @returns whether it came to its end before the signal told it to stop.
 * @throws what the database throws; what was committed by then stands, and the next run goes on from there.
 */
export async function clear(
  pool: pg.Pool,
  clock: Clock,
  merchant: string,
  { bank = simulatedBank, signal }: ClearingOptions = {},
): Promise<boolean> {
  for (let place: Place | undefined = { phase: 0, after: 0 }; place;) {
    if (signal?.aborted) return false;
    const from: Place = place;
    place = await repeatedly(() =>
      inTransaction(pool, { merchant, isSandbox: true }, async (client, { daysAhead }) => {
        // Batches of calls take this lock too: they would lock contracts in other orders than clearing does.
        await client.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [merchant]);
        const query = async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[];
        return turnPage({ merchant, now: clock.now(daysAhead), bank, query }, from);
      }),
    );
  }
  return true;
}

/** Clears a merchant, and notes that its test clock, if it has one, is caught up with: unless it was moved meanwhile. */
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

/** Goes on from a place until a page is full or nothing is left. */
async function turnPage(round: Round, from: Place): Promise<Place | undefined> {
  let after = from.after;
  for (const [index, phase] of [...phases.entries()].slice(from.phase)) {
    // The time stands in the answer so that it has a type where a condition does not ask for it.
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

/** What happens by itself and what the bank tells of, every minute. What fails for one merchant does not keep the others waiting. */
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
