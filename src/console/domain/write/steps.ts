import type { Sent, WriteName } from '#console/api/client.ts';
import type { Json } from '#console/api/error-body.ts';
import { CallError, explain, isUnknown } from '#console/api/errors.ts';
import { allReasons, isAccepted, type SendResults } from '#console/api/send/results.ts';
import type { Tenant } from '#console/api/tenant.ts';
import type { Fields } from '#console/session/unconfirmed-fields.ts';
import { forget, isAboutSame, type Unconfirmed } from '#console/session/unconfirmed.ts';
import type { Fault } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import type { Finding } from './read-back.ts';
import { verify } from './verify.ts';
import { isAboutEarlier, sendOnce, type Sendable } from './write.ts';

/** One item of many, on its way. */
export interface Step {
  /** What is sent. */
  item: Record<string, unknown>;
  state: 'waiting' | 'sending' | 'done' | 'refused' | 'unknown';
  faults: readonly Fault[];
  /** What was said about it, as it came. */
  received: readonly unknown[];
  /** The writes that may have stored it, while that is not known. */
  records: readonly Unconfirmed[];
}

/** What became of the steps that were sent together. */
interface Sending {
  results: readonly Pick<Step, 'state' | 'faults' | 'received'>[];
  records: readonly Unconfirmed[];
  /** Nothing more should go: no answer came, or none would. */
  isEnd: boolean;
  /** Whether what became of them was said, as far as it ever will be. */
  isAnswered: boolean;
  /** Seconds after which the service asks to be tried again. */
  retryAfter?: number;
}

const all = (steps: readonly Step[], result: Sending['results'][number]) => steps.map(() => result);

const ends = { accepted: 'done', refused: 'refused', unknown: 'unknown' } as const;

/** What an answer says of each step; of a single one, which a DELETE may answer in parts, of all the parts together. */
function resultsOf(steps: readonly Step[], results: SendResults): Sending['results'] {
  const { items, strays } = results;
  if (steps.length > 1)
    return steps.map((_step, at) => {
      const { state = 'unknown', reasons = [], received = [] } = items[at] ?? {};
      return { state: ends[state], faults: reasons, received };
    });
  const isRefused = items.every(({ state }) => state === 'refused');
  const state = isAccepted(results) ? 'done' : isRefused ? 'refused' : 'unknown';
  const received = [...items.flatMap((it) => it.received), ...strays.map((it) => it.received)];
  return [{ state, faults: allReasons(results), received }];
}

/** Whether an operation takes a list; a cancel takes the one that it names (interface, Endpoints). */
export const takesMany = (name: WriteName): boolean => 'request' in operations[name];

/** Sends some steps as one write, once. */
export async function sendSteps(
  name: WriteName,
  tenant: Tenant,
  steps: readonly Step[],
  cleared: ReadonlySet<string>,
  sendable: Sendable = {},
): Promise<Sending> {
  let records: readonly Unconfirmed[] = [];
  const items = steps.map((it) => it.item);
  const keep = (found: readonly Unconfirmed[]) => void (records = found);
  const input = (takesMany(name) ? items : items[0]) as Sent<WriteName>;
  try {
    const { results } = await sendOnce(name, tenant, input, cleared, keep, sendable);
    return { results: resultsOf(steps, results), records, isEnd: false, isAnswered: true };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { faults, body, kind, retryAfter } = error;
    const received = body === undefined ? [] : [body];
    const unknown = all(steps, { state: 'unknown', faults, received });
    if (kind === 'unconfirmed') {
      if (sendable.isRepeat) return { results: unknown, records, isEnd: true, isAnswered: false };
      // Those that an earlier write without an answer is about are held up by it; the others may go without them.
      const isHeldUp = ({ item }: Step) => records.some((it) => it.items.some((one) => isAboutSame(one, item)));
      const results = steps.map((it) => ({ state: isHeldUp(it) ? 'unknown' : 'waiting', faults, received }) as const);
      return { results, records, isEnd: !results.some(({ state }) => state === 'unknown'), isAnswered: true };
    }
    // After a lost answer the rest waits: sending on into the same silence would only make more of them.
    if (isUnknown(error)) return { results: unknown, records, isEnd: true, isAnswered: false, retryAfter };
    const isBarred = kind === 'signedOut' || kind === 'notPermitted';
    if (sendable.isRepeat && !isAboutEarlier(error))
      return { results: unknown, records, isEnd: true, isAnswered: !isBarred };
    // The person did not sign in again, so nothing went.
    const state = kind === 'signedOut' ? 'waiting' : 'refused';
    const reasons = faults.length > 0 ? faults : [{ Code: kind, Message: `${explain(error).title}.` }];
    return { results: all(steps, { state, faults: reasons, received }), records, isEnd: isBarred, isAnswered: true };
  }
}

/** What one write turns out to have done: the finding of each of its items, by the item. */
async function findingsOf(record: Unconfirmed, cleared: Set<string>) {
  const findings = await verify(record);
  const verdicts = new Set(findings.map((it) => it.verdict));
  // The same once more goes under the same key; what was stored in part is accounted for item by item.
  if (verdicts.size === 1 && verdicts.has('absent')) cleared.add(record.key);
  else if (!verdicts.has('unclear')) forget(record.key);
  // Several of one contract each have a verdict of their own, and of two that are alike each takes one.
  const taken = new Set<number>();
  return (item: Json) => {
    const own = record.items.findIndex((it, at) => !taken.has(at) && isLike(it, item));
    if (own >= 0) taken.add(own);
    return findings[own < 0 ? record.items.findIndex((it) => isAboutSame(it, item)) : own];
  };
}

/** Whether an item may be the one that was stored so: what is stored as a digest is not compared. */
export const isLike = (stored: Fields, item: Json): boolean =>
  Object.entries(stored).every(([field, value]) => String(value).startsWith('#') || value === (item[field] ?? null));

/**
 * Reads back what became of steps without an answer: done, or free to be sent (again). An earlier write that held an edit up
 * says nothing of the edit itself.
 *
 * @returns the state of each step, whether the service answered every question, and of which steps it is unknown although one
 * of that day and amount is there
 */
export async function readBack(
  name: WriteName,
  steps: readonly Step[],
  cleared: Set<string>,
): Promise<{ states: Step['state'][]; isAnswered: boolean; isAlike: boolean[] }> {
  const records = new Map(steps.flatMap((step) => step.records.map((it) => [it.key, it] as const)));
  const byKey = new Map<string, (item: Json) => Finding | undefined>();
  try {
    for (const [key, record] of records) byKey.set(key, await findingsOf(record, cleared));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
  const findings = steps.map(({ item, records: own }) => own.map(({ key }) => byKey.get(key)?.(item)));
  const states = steps.map(({ item, records: own }, at) => {
    const verdicts = (findings[at] ?? []).map((it) => it?.verdict);
    if (verdicts.includes('there')) return isOf(name, own, item) ? 'done' : 'waiting';
    return verdicts.length > 0 && verdicts.every((it) => it === 'absent') ? 'waiting' : 'unknown';
  });
  const isAlike = findings.map((own, at) => states[at] === 'unknown' && own.some((it) => it?.isAlike === true));
  return { states, isAnswered: byKey.size === records.size, isAlike };
}

/** Whether what was stored is what the step wants: a cancel always, an edit where the same values were sent. */
const isOf = (name: WriteName, records: readonly Unconfirmed[], item: Json): boolean =>
  name.endsWith('Cancel') ||
  records.some(({ items }) => items.some((one) => isAboutSame(one, item) && isLike(one, item)));
