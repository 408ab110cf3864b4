import type { Operation } from '#contract/operation.ts';
import { HttpError, Refusal, type CodedFault } from '#service/base/errors.ts';
import type { Call, Generates } from './call.ts';
import { FailedItems } from './failed-items.ts';
import type { Item } from './items.ts';
import { Slices } from './limits/slices.ts';
import type { ReadOnly } from './read-only.ts';

/** The result object of a maintain call, as JSON texts: each item is in one of the two lists, in order. */
interface Batch {
  Successful: string[];
  Failed: string[];
  /** How many items each code refused. */
  codes: Record<string, number>;
  /** By their places in the call: why items were refused. */
  refused: ReadonlyMap<number, readonly CodedFault[]>;
}

/** The results of an item, or its refusal. */
type Outcome = unknown[] | Refusal;

export type BatchWork =
  | {
      perItem: (call: Call, item: unknown) => Promise<unknown>;
      /** Runs before `perItem`: refuses an item that would change a read-only field. */
      compare?: (call: Call, item: object, readOnly: ReadOnly) => Promise<void>;
    }
  | { batch: (call: Call, items: unknown[]) => Promise<unknown[]>; generates?: Generates<unknown> };

/** Items and what they generate, per handler call: few statements, none that takes long to serialize. */
const chunkWeight = 500;

const dataOf = ({ read }: Item): unknown[] => (read instanceof Refusal ? [] : [read.data]);

/**
 * Checks the number of generated records before any is generated.
 * @throws HttpError 400 above the limit of a call.
 */
export function mustBeBounded(items: readonly Item[], work: BatchWork): void {
  const generates = 'batch' in work ? work.generates : undefined;
  if (!generates) return;
  const count = items.flatMap(dataOf).reduce<number>((sum, data) => sum + generates.count(data), 0);
  if (count > generates.most)
    throw new HttpError(400, [
      {
        Field: generates.field,
        Code: 'TOO_MANY',
        Message: `The call asks for ${count} ${generates.what}; one call makes at most ${generates.most}.`,
      },
    ]);
}

/** Runs the items of a call; items that don't fit the contract are refusals already. */
export async function runBatch(
  call: Call,
  operation: Operation,
  items: readonly Item[],
  work: BatchWork,
): Promise<Batch> {
  const Successful: string[] = [];
  const failed = new FailedItems(operation);
  const refused = new Map<number, readonly CodedFault[]>();
  let place = 0;
  const slices = new Slices();
  for (const chunk of chunksOf(items, work)) {
    const outcomes =
      'perItem' in work ? await oneByOne(call, chunk, work) : await atOnce(call, chunk.flatMap(dataOf), work.batch);
    let next = 0;
    for (const item of chunk) {
      const outcome = item.read instanceof Refusal ? item.read : outcomes[next++];
      if (outcome === undefined) throw new Error(`${operation.name} has fewer outcomes than items`);
      if (outcome instanceof Refusal) {
        failed.add(item, outcome);
        refused.set(place, outcome.faults);
      } else
        for (const result of outcome) {
          Successful.push(JSON.stringify(operation.output.parse(result)));
          if (slices.isOver) await slices.next();
        }
      place += 1;
      if (slices.isOver) await slices.next();
    }
  }
  return { Successful, Failed: failed.texts, codes: failed.codes, refused };
}

function* chunksOf(items: readonly Item[], work: BatchWork): Generator<readonly Item[]> {
  const generates = 'batch' in work ? work.generates : undefined;
  let from = 0;
  let weight = 0;
  for (const [index, { read }] of items.entries()) {
    weight += 1 + (generates && !(read instanceof Refusal) ? generates.count(read.data) : 0);
    if (weight < chunkWeight && index < items.length - 1) continue;
    yield items.slice(from, index + 1);
    from = index + 1;
    weight = 0;
  }
}

/** A savepoint for each item: a refused one leaves nothing, the others remain. */
async function oneByOne(
  call: Call,
  items: readonly Item[],
  work: Extract<BatchWork, { perItem: unknown }>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { read } of items) {
    if (read instanceof Refusal) continue;
    await call.query(outcomes.length === 0 ? 'savepoint item' : 'release savepoint item; savepoint item');
    try {
      const result = await call.events.within(async () => {
        await work.compare?.(call, read.data as object, read.readOnly ?? []);
        return work.perItem(call, read.data);
      });
      outcomes.push(Array.isArray(result) || result instanceof Refusal ? result : [result]);
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
