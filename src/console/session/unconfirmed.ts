import { currentSubject } from '#console/api/auth.ts';
import { committed, durable, openDatabase, outcomeOf } from '#console/api/idb.ts';
import { createStore, useStore } from '#console/api/store.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { fieldOf } from '#contract/fields.ts';
import { isIdentifying } from '#contract/identification.ts';
import type { OperationName } from '#contract/operations.ts';
import { digestOf } from './unconfirmed-secret.ts';

/** An item as it may lie in the browser: identification, dates and amounts as they are, all else as digests (`#…`). */
export type Fields = Record<string, unknown>;

/**
 * A write that went out, or is about to, and has no final answer. It is on the disk before it goes, so that a reload, a killed
 * browser or a second tab finds its key and can ask what became of it.
 */
export interface Unconfirmed extends Tenant {
  /** Its Idempotency-Key; of a message its messageId. */
  key: string;
  operation: OperationName;
  subject: string;
  /** Of everything that was sent. */
  digest: string;
  /** When it first went, as an ISO instant. */
  at: string;
  items: Fields[];
  /** For each item what its contract had before the first send, by number or status; nothing where that is not known. */
  before?: (number | string | null)[][];
}

/** It cannot go now: one like it went before, and nobody knows what became of that. */
export class Doubtful extends Error {
  override readonly name = 'Doubtful';
  readonly records: readonly Unconfirmed[];
  constructor(records: readonly Unconfirmed[]) {
    super('Sent before, without an answer');
    this.records = records;
  }
}

const store = 'writes';
let opening: Promise<IDBDatabase> | undefined;
const database = () => (opening ??= openDatabase('unconfirmed-writes', [store]));

/** What is stored, as this tab read it last. */
const records = createStore<ReadonlyMap<string, Unconfirmed>>(new Map());
/** On their way from this page; whoever sent them waits for the answer. */
const inFlight = new Set<string>();
/** Where the browser stores nothing, this page still knows. */
const unstored = new Map<string, Unconfirmed>();
const otherTabs = new BroadcastChannel('unconfirmed');

/** Reads what all tabs have stored. */
async function refresh(): Promise<void> {
  let stored: Unconfirmed[] = [];
  try {
    stored = await outcomeOf(
      (await database()).transaction(store).objectStore(store).getAll() as IDBRequest<Unconfirmed[]>,
    );
  } catch {
    // What this page sent itself is in `unstored`.
  }
  records.set(new Map([...stored, ...unstored.values()].map((it) => [it.key, it])));
}

/** Changes what is stored; it is on the disk once this returns. @throws where the browser stores nothing */
async function write(change: (store: IDBObjectStore) => void): Promise<void> {
  const transaction = durable(await database(), [store]);
  change(transaction.objectStore(store));
  await committed(transaction);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin alone
  otherTabs.postMessage('');
}

async function keep(list: readonly Unconfirmed[]): Promise<void> {
  for (const record of list) unstored.delete(record.key);
  try {
    await write((it) => list.forEach((record) => it.put(record, record.key)));
  } catch {
    for (const record of list) unstored.set(record.key, record);
  }
  records.set(new Map([...records.get(), ...list.map((it) => [it.key, it] as const)]));
}

/** Drops what is settled: answered, read back, or put away by the person. */
export function forget(key: string): void {
  unstored.delete(key);
  records.set(new Map([...records.get()].filter(([other]) => other !== key)));
  // What was read just before it is gone may have it still.
  write((it) => it.delete(key)).then(refresh, () => undefined);
}

/** Both resources of instalments make the same thing, so that one lost in either holds up the other. */
const kindOf = (operation: OperationName) => operation.replace(/^omniI/, 'i');

const isSame = (one: unknown, other: unknown) => one != null && other != null && String(one) === String(other);
const isAlike = (one: unknown, other: unknown) => (one == null && other == null) || isSame(one, other);

/** Whether two items are about the same client, contract, instalment or payment. */
export const isAboutSame = (one: Fields, other: Fields): boolean =>
  (isSame(one.ContractSequence, other.ContractSequence) ||
    (isSame(one.ClientNumber, other.ClientNumber) && isAlike(one.ContractNumber, other.ContractNumber))) &&
  isAlike(one.InstalmentSequence, other.InstalmentSequence) &&
  isAlike(one.PaymentSequence, other.PaymentSequence);

/** What this person sent in this place and has no answer to, the oldest first. */
const theirs = (operation: OperationName, { merchant, product }: Tenant) => {
  const [subject, kind] = [currentSubject(), kindOf(operation)];
  return [...records.get().values()]
    .filter(
      (it) =>
        it.subject === subject && it.merchant === merchant && it.product === product && kindOf(it.operation) === kind,
    )
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
};

const plainKinds: readonly unknown[] = ['date', 'dateTime', 'amount'];
const isPlain = (name: string, value: unknown): boolean =>
  value == null || isIdentifying(name) || plainKinds.includes(fieldOf(name)?.input);
const digestOfField = async (name: string, value: unknown) => `#${await digestOf(`${name}=${String(value)}`)}`;

/** A value as it may lie in the browser. What is returned can be compared with it by the same function. */
export async function fieldValue(name: string, value: unknown): Promise<unknown> {
  return isPlain(name, value) ? (value ?? null) : digestOfField(name, value);
}

/** Items as they may lie in the browser. The values of many repeat, and each is digested once. */
async function allFieldsOf(items: readonly object[]): Promise<Fields[]> {
  const keyOf = (name: string, value: unknown) => `${name}\n${String(value)}`;
  const pending = new Map<string, Promise<string>>();
  for (const item of items)
    for (const [name, value] of Object.entries(item)) {
      const key = isPlain(name, value) ? undefined : keyOf(name, value);
      if (key !== undefined && !pending.has(key)) pending.set(key, digestOfField(name, value));
    }
  // Most values are plain: 500 items take one wait for each digest, and none for each value.
  const digests = new Map(await Promise.all([...pending].map(async ([key, digest]) => [key, await digest] as const)));
  const valueOf = ([name, value]: [string, unknown]) =>
    [name, isPlain(name, value) ? (value ?? null) : digests.get(keyOf(name, value))] as const;
  return items.map((item) => Object.fromEntries(Object.entries(item).map(valueOf)));
}

/** An item as it may lie in the browser. */
export const fieldsOf = async (item: object): Promise<Fields> => (await allFieldsOf([item]))[0] ?? {};

/** One tab at a time, where the browser can: what is looked for and then stored must not be stored by two. */
async function alone<T>(act: () => Promise<T>): Promise<T> {
  const work = async () => {
    await refresh();
    return act();
  };
  return 'locks' in navigator ? navigator.locks.request('unconfirmed', work) : work();
}

/**
 * Takes down what is about to be sent. The same once more is the one that was taken down, with its key.
 * @param cleared keys of those that were read back and may go again
 * @param ownKey the key it is to have, or went under before
 * @throws Doubtful while one about the same record has no answer and was not read back
 */
export async function takeDown(
  operation: OperationName,
  tenant: Tenant,
  input: unknown,
  cleared: ReadonlySet<string>,
  ownKey?: string,
): Promise<{ record: Unconfirmed; isNew: boolean }> {
  const { merchant, product } = tenant;
  const sent = [input].flat() as object[];
  const digest = await digestOf(JSON.stringify([operation, merchant, product, input]));
  const items = await allFieldsOf(sent);
  return alone(async () => {
    const like = theirs(operation, tenant);
    const doubtful = like.filter(
      (it) =>
        it.key !== ownKey &&
        !cleared.has(it.key) &&
        it.items.some((one) => items.some((item) => isAboutSame(one, item))),
    );
    if (doubtful.length > 0) throw new Doubtful(doubtful);
    const again = like.find((it) => it.digest === digest && it.operation === operation);
    const record: Unconfirmed = again ?? {
      key: ownKey ?? crypto.randomUUID(),
      operation,
      merchant,
      product,
      subject: currentSubject(),
      digest,
      at: new Date().toISOString(),
      items,
    };
    inFlight.add(record.key);
    await keep([record]);
    return { record, isNew: !again };
  });
}

/**
 * Takes messages down under their own messageIds, which are what makes them safe to repeat.
 * @returns of those that must not go since the same went before without an answer: by messageId that under which it went
 */
export async function takeDownMessages(
  tenant: Tenant,
  messages: readonly { messageId: string }[],
): Promise<Map<string, string>> {
  const { merchant, product } = tenant;
  const digests = await Promise.all(
    messages.map(({ messageId: _own, ...rest }) => digestOf(JSON.stringify([merchant, product, rest]))),
  );
  return alone(async () => {
    const before = new Map(theirs('templateSend', tenant).map((it) => [it.digest, it.key]));
    const openBefore = new Map<string, string>();
    const taken: Unconfirmed[] = [];
    for (const [index, { messageId: key }] of messages.entries()) {
      const digest = digests[index] ?? '';
      const other = before.get(digest);
      if (other !== undefined && other !== key) openBefore.set(key, other);
      else if (other === undefined)
        taken.push({
          key,
          operation: 'templateSend',
          merchant,
          product,
          subject: currentSubject(),
          digest,
          at: new Date().toISOString(),
          items: [],
        });
    }
    await keep(taken);
    return openBefore;
  });
}

/** What has no answer about each of some items, here or from an earlier visit. */
export async function unconfirmedAbout(
  operation: OperationName,
  tenant: Tenant,
  items: readonly Fields[],
): Promise<Unconfirmed[][]> {
  await refresh();
  const all = theirs(operation, tenant);
  return items.map((item) => all.filter((it) => it.items.some((one) => isAboutSame(one, item))));
}

/** Items as something to be looked up, without storing that they went. */
export async function recordToLookUp(
  operation: OperationName,
  tenant: Tenant,
  items: readonly object[],
): Promise<Unconfirmed> {
  const { merchant, product } = tenant;
  return {
    key: crypto.randomUUID(),
    operation,
    merchant,
    product,
    subject: currentSubject(),
    digest: '',
    at: new Date().toISOString(),
    items: await allFieldsOf(items),
  };
}

/** Adds what the contracts had before. */
export async function amend(record: Unconfirmed, before: Unconfirmed['before']): Promise<Unconfirmed> {
  const amended = { ...record, before };
  await keep([amended]);
  return amended;
}

/** The call is over. It is forgotten where its answer was final, and where nothing of it ever went. */
export function settle({ key }: Unconfirmed, isFinal: boolean): void {
  inFlight.delete(key);
  if (isFinal) forget(key);
  else records.set(new Map(records.get()));
}

otherTabs.addEventListener('message', () => void refresh());
void refresh();

/** What has no answer, kept up to date across tabs; without what this page is just sending. */
export function useUnconfirmed(operation: OperationName, tenant: Tenant): readonly Unconfirmed[] {
  useStore(records);
  return theirs(operation, tenant).filter((it) => !inFlight.has(it.key));
}
