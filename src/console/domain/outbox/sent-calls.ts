import type { Fields } from '#answers/read-back/reader.ts';
import type { SendResults } from '#answers/send/results.ts';
import { currentSubject } from '#console/api/auth.ts';
import { serverInstant } from '#console/api/server-clock.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { digestOf } from '#console/session/digest.ts';
import { fieldOf } from '#contract/fields.ts';
import { isIdentifying } from '#contract/identification.ts';
import type { OperationName } from '#contract/operations.ts';
import { whenCommitted, durable, requestOutcome } from '#kit/base/idb.ts';
import { channelNamed, exclusively } from '#kit/base/storage.ts';
import { createStore } from '#kit/base/store.ts';
import { callsDatabase, callStore, mayHaveLeftCalls } from './left-calls.ts';

/**
 * A call without a final answer, stored on disk before it is sent: after a reload, or in another tab, the console can ask the server
 * for its outcome.
 */
export interface SentCall extends Tenant {
  /** The Idempotency-Key, or a message's messageId. */
  key: string;
  operation: OperationName;
  subject: string;
  /** Of all that was sent, which can't be derived from it. */
  digest: string;
  /** First sent, as an ISO instant. */
  at: string;
  /** It is sent again as it was, and not asked for. */
  isAskedBySender?: true;
  /** Only what a person may read here: numbers of records, days and amounts. */
  items: Fields[];
}

/**
 * The outcome of a call:
 * - `answered`: its results
 * - `unknown`: the server does not know what its provider did
 * - `nothing`: nothing was done, and a request that arrives later does nothing
 * - `tooOld`: the server has forgotten it
 */
export type CallEnd =
  | { is: 'answered'; results: SendResults }
  | { is: 'unknown' }
  | { is: 'nothing' }
  | { is: 'tooOld' };

let opening: Promise<IDBDatabase> | undefined;
const database = () => (opening ??= callsDatabase());

/** By their keys, as last read by this tab. */
export const sentCalls = createStore<ReadonlyMap<string, SentCall>>(new Map());
/** Where the browser stores nothing. */
const unstored = new Map<string, SentCall>();
const otherTabs = channelNamed('sent-calls');

async function refresh(): Promise<void> {
  let stored: SentCall[] = [];
  try {
    stored = await requestOutcome(
      (await database()).transaction(callStore).objectStore(callStore).getAll() as IDBRequest<SentCall[]>,
    );
  } catch {}
  sentCalls.set(new Map([...stored, ...unstored.values()].map((it) => [it.key, it])));
}

/** On disk once resolved. @throws where the browser stores nothing */
async function write(change: (calls: IDBObjectStore) => void): Promise<void> {
  const transaction = durable(await database(), [callStore]);
  change(transaction.objectStore(callStore));
  await whenCommitted(transaction);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin alone
  otherTabs?.postMessage('');
}

async function keep(calls: readonly SentCall[]): Promise<void> {
  try {
    await write((it) => calls.forEach((sent) => it.put(sent, sent.key)));
  } catch {
    for (const sent of calls) unstored.set(sent.key, sent);
  }
  sentCalls.set(new Map([...sentCalls.get(), ...calls.map((it) => [it.key, it] as const)]));
}

/** Its answer is final, or it was not sent. */
export function forgetCall(key: string): void {
  unstored.delete(key);
  sentCalls.set(new Map([...sentCalls.get()].filter(([other]) => other !== key)));
  // A refresh that started before the delete may still return it.
  write((it) => it.delete(key)).then(refresh, () => undefined);
}

/** What this page has learned of abandoned calls, until a person has seen it. */
export const endedCalls = createStore<readonly { sent: SentCall; end: CallEnd }[]>([]);

export function noteEnd(sent: SentCall, end: CallEnd): void {
  endedCalls.set([...endedCalls.get().filter((it) => it.sent.key !== sent.key), { sent, end }]);
  if (end.is !== 'unknown') forgetCall(sent.key);
}

export const dismissEnd = (key: string): void => endedCalls.set(endedCalls.get().filter((it) => it.sent.key !== key));

const lockOf = (key: string) => `sent call ${key}`;

/** By their keys, calls that a page of this tab is about: how many parts of it hold each. */
const held = new Map<string, number>();
const locks = new Map<string, () => void>();

/** Until it is released, no other tab or page asks for the call's outcome. @returns the release */
function holdCall(key: string): () => void {
  const count = held.get(key) ?? 0;
  held.set(key, count + 1);
  if (count === 0)
    void exclusively(lockOf(key), () =>
      // It may have been released before the browser gave the lock.
      held.has(key) ? new Promise<void>((resolve) => locks.set(key, resolve)) : Promise.resolve(),
    );
  let isReleased = false;
  return () => {
    const left = (held.get(key) ?? 1) - 1;
    if (isReleased) return;
    isReleased = true;
    if (left > 0) return void held.set(key, left);
    held.delete(key);
    locks.get(key)?.();
    locks.delete(key);
    if (!sentCalls.get().has(key)) return;
    // An abandoned call is asked for.
    sentCalls.set(new Map(sentCalls.get()));
    mayHaveLeftCalls.set(true);
  };
}

/** The one call of a sender that has no answer yet: held until it has one, or is given up. */
export class Unanswered {
  private release = () => {};
  key: string | undefined;

  is(key: string): void {
    if (key === this.key) return;
    const next = holdCall(key);
    this.end();
    [this.key, this.release] = [key, next];
  }

  end(): void {
    this.release();
    [this.key, this.release] = [undefined, () => {}];
  }
}

/** Those that no page is about any more, in this tab or another: reloaded, closed, or killed. */
export async function abandonedAmong(calls: readonly SentCall[]): Promise<SentCall[]> {
  const left = calls.filter((it) => !held.has(it.key));
  if (left.length === 0 || !('locks' in navigator)) return left;
  const { held: taken = [], pending = [] } = await navigator.locks.query();
  const names = new Set([...taken, ...pending].map((it) => it.name));
  return left.filter((it) => !names.has(lockOf(it.key)));
}

/** This person's of a merchant and product, the oldest first. */
export const ownCalls = ({ merchant, product }: Tenant): SentCall[] => {
  const subject = currentSubject();
  return [...sentCalls.get().values()]
    .filter((it) => it.subject === subject && it.merchant === merchant && it.product === product)
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
};

const isReadable = (name: string): boolean =>
  isIdentifying(name) || ['date', 'dateTime', 'amount'].includes(fieldOf(name)?.input ?? '');

const readableOf = (item: object): Fields =>
  Object.fromEntries(Object.entries(item).filter(([name, value]) => value != null && isReadable(name)));

const callNow = (
  { merchant, product }: Tenant,
  fields: Pick<SentCall, 'key' | 'operation' | 'digest' | 'items' | 'isAskedBySender'>,
): SentCall => ({ merchant, product, subject: currentSubject(), at: serverInstant().toISOString(), ...fields });

/** One tab at a time, where the browser has locks: two tabs must not both find nothing and store. */
const alone = <T>(act: () => Promise<T>): Promise<T> =>
  exclusively('sent-calls', async () => {
    await refresh();
    return act();
  });

const isSame = (one: unknown, other: unknown) => one != null && other != null && String(one) === String(other);
const isAlike = (one: unknown, other: unknown) => (one == null && other == null) || isSame(one, other);

/** Whether two items name the same record, as far as their own names tell. */
const isAboutSame = (one: Fields, other: Fields): boolean =>
  (isSame(one.ContractSequence, other.ContractSequence) ||
    (isSame(one.ClientNumber, other.ClientNumber) && isAlike(one.ContractNumber, other.ContractNumber))) &&
  isAlike(one.InstalmentSequence, other.InstalmentSequence) &&
  isAlike(one.PaymentSequence, other.PaymentSequence);

/** Whether an abandoned call has saved what a form has. */
export const isSavedAs = (
  { sent, end }: { sent: SentCall; end: CallEnd },
  operation: OperationName,
  values: Fields,
): boolean =>
  sent.operation === operation &&
  end.is === 'answered' &&
  end.results.items.every(({ state }) => state === 'accepted') &&
  sent.items.some((it) => isAboutSame(it, values));

/** Both resources of instalments change the same records. */
const kindOf = (operation: OperationName) => operation.replace(/^omniI/, 'i');

/** Earlier calls of its kind about a record of this one. */
export async function callsAbout(operation: OperationName, tenant: Tenant, input: unknown): Promise<SentCall[]> {
  await refresh();
  const kind = kindOf(operation);
  const items = [input].flat().map((it) => readableOf(it as object));
  return ownCalls(tenant).filter(
    (it) => kindOf(it.operation) === kind && it.items.some((one) => items.some((item) => isAboutSame(one, item))),
  );
}

export const digestOfCall = (operation: OperationName, { merchant, product }: Tenant, input: unknown) =>
  digestOf(JSON.stringify([operation, merchant, product, input]));

/**
 * Keeps a call, and holds it. The same call again keeps its key: the server then answers what it answered, or would have, to the
 * first.
 */
export const keepCall = (
  operation: OperationName,
  tenant: Tenant,
  input: unknown,
  digest: string,
  isAskedBySender?: true,
): Promise<{ key: string; isRepeat: boolean; release: () => void }> =>
  alone(async () => {
    const like = ownCalls(tenant).find((it) => it.digest === digest);
    const key = like?.key ?? crypto.randomUUID();
    // First: no other tab may ask for the outcome of a call that is about to be sent.
    const release = holdCall(key);
    const items = [input].flat().map((it) => readableOf(it as object));
    if (!like) await keep([callNow(tenant, { key, operation, digest, items, isAskedBySender })]);
    return { key, isRepeat: like !== undefined, release };
  });

/**
 * Messages under their own messageIds.
 * @returns those that were sent before without an answer: the earlier messageId by the new one
 */
export async function keepMessages(
  tenant: Tenant,
  messages: readonly { messageId: string }[],
): Promise<Map<string, string>> {
  const digests = await Promise.all(
    messages.map(({ messageId: _own, ...rest }) => digestOfCall('templateSend', tenant, rest)),
  );
  return alone(async () => {
    const before = new Map(ownCalls(tenant).map((it) => [it.digest, it.key]));
    const earlier = new Map<string, string>();
    const kept: SentCall[] = [];
    for (const [index, { messageId: key }] of messages.entries()) {
      const digest = digests[index] ?? '';
      const other = before.get(digest);
      if (other === undefined)
        kept.push(callNow(tenant, { key, operation: 'templateSend', digest, items: [], isAskedBySender: true }));
      else if (other !== key) earlier.set(key, other);
    }
    await keep(kept);
    return earlier;
  });
}

otherTabs?.addEventListener('message', () => void refresh());
void refresh();
