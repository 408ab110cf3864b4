import type { Operation } from '../contract/operation.ts';
import type { Call } from './call.ts';
import { Refusal, type Fault } from './errors.ts';
import { faultsOf } from './faults.ts';

/** The result object of a maintain call: every item ends in exactly one of the two, in its order. */
export interface Batch {
  Successful: unknown[];
  Failed: unknown[];
}

/** What became of one item: its results, or why it was refused. */
type Outcome = unknown[] | Refusal;

type Work =
  | { each: (call: Call, item: unknown) => Promise<unknown> }
  | { together: (call: Call, items: unknown[]) => Promise<unknown[]> };

/** Runs the items of a call; those that do not fit the contract are refused and never reach the handler. */
export async function runBatch(call: Call, operation: Operation, items: unknown[], work: Work): Promise<Batch> {
  const read = items.map((item) => operation.input.safeParse(item));
  const good = read.flatMap((it) => (it.success ? [it.data] : []));
  // Each item locks its contract until the call ends. Two batches of a merchant that name the same contracts in other
  // orders would block each other; so they go one after the other, while single items pass beside them.
  if (good.length > 1) await call.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [call.merchant]);
  const outcomes = 'each' in work ? await oneByOne(call, good, work.each) : await atOnce(call, good, work.together);

  const batch: Batch = { Successful: [], Failed: [] };
  let next = 0;
  for (const [index, it] of read.entries()) {
    const outcome = it.success ? outcomes[next++] : new Refusal(...faultsOf(it.error, items[index]));
    if (outcome === undefined) throw new Error(`${operation.name} has fewer outcomes than items`);
    if (outcome instanceof Refusal) batch.Failed.push(failed(items[index], outcome.faults));
    else batch.Successful.push(...outcome);
  }
  return batch;
}

/** A savepoint for each item: a refused one leaves nothing, the others stand. */
async function oneByOne(
  call: Call,
  items: unknown[],
  run: (call: Call, item: unknown) => Promise<unknown>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const item of items) {
    await call.query(outcomes.length === 0 ? 'savepoint item' : 'release savepoint item; savepoint item');
    try {
      const result = await run(call, item);
      outcomes.push(Array.isArray(result) ? result : [result]);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await call.query('rollback to savepoint item');
      outcomes.push(error);
    }
  }
  return outcomes;
}

async function atOnce(
  call: Call,
  items: unknown[],
  run: (call: Call, items: unknown[]) => Promise<unknown[]>,
): Promise<Outcome[]> {
  if (items.length === 0) return [];
  return (await run(call, items)).map((it) => (it instanceof Refusal ? it : [it]));
}

/** A failed item: the submitted words echoed, and why (README, Where the interface is silent). */
const failed = (item: unknown, faults: Fault[]) =>
  typeof item === 'object' && item !== null && !Array.isArray(item)
    ? { ...item, Errors: faults }
    : { Item: item, Errors: faults };
