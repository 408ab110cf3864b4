import { fieldOf } from '../../contract/fields.ts';
import { isIdentifying } from '../../contract/identification.ts';
import type { OperationName } from '../../contract/operations.ts';
import { currentSubject } from '../api/auth.ts';
import { createStore, useStore } from '../api/store.ts';
import type { Tenant } from '../api/tenant.ts';
import { digestOf } from './unconfirmed-secret.ts';

/** An item as it may lie in the browser: identification, dates and amounts as they are, all else as digests (`#…`). */
export type Fields = Record<string, unknown>;

/**
 * A write that went out, or is about to, and has no final answer. It is stored before it goes, so that a reload, a crash or
 * a second tab finds its key and can ask what became of it.
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

const prefix = 'unconfirmed:';
/** On their way from this page; whoever sent them waits for the answer. */
const inFlight = new Set<string>();
/** Where the browser stores nothing, this page still knows. */
const unstored = new Map<string, Unconfirmed>();
let known: readonly Unconfirmed[] | undefined;
const version = createStore(0);

function changed(): void {
  known = undefined;
  version.set(version.get() + 1);
}

function readAll(): Unconfirmed[] {
  const found = new Map(unstored);
  try {
    for (let index = 0; index < localStorage.length; index += 1) {
      const name = localStorage.key(index);
      if (!name?.startsWith(prefix)) continue;
      const record = JSON.parse(localStorage.getItem(name) ?? 'null') as Unconfirmed | null;
      if (record?.key && Array.isArray(record.items)) found.set(record.key, record);
    }
  } catch {
    // As good as empty: what this page sent itself stands in `unstored`.
  }
  return [...found.values()].toSorted((one, other) => (one.at < other.at ? -1 : 1));
}

function store(record: Unconfirmed): void {
  unstored.delete(record.key);
  try {
    localStorage.setItem(prefix + record.key, JSON.stringify(record));
  } catch {
    unstored.set(record.key, record);
  }
  changed();
}

/** Drops what is settled: answered, read back, or put away by the person. */
export function forget(key: string): void {
  unstored.delete(key);
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // Nothing was stored there.
  }
  changed();
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
  known ??= readAll();
  const [subject, kind] = [currentSubject(), kindOf(operation)];
  return known.filter(
    (it) =>
      it.subject === subject && it.merchant === merchant && it.product === product && kindOf(it.operation) === kind,
  );
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
const alone = <T>(act: () => T): Promise<T> =>
  'locks' in navigator ? (navigator.locks.request('unconfirmed', act) as Promise<T>) : Promise.resolve(act());

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
  return alone(() => {
    known = undefined;
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
    store(record);
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
  return alone(() => {
    known = undefined;
    const before = new Map(theirs('templateSend', tenant).map((it) => [it.digest, it.key]));
    const openBefore = new Map<string, string>();
    for (const [index, { messageId: key }] of messages.entries()) {
      const digest = digests[index] ?? '';
      const other = before.get(digest);
      if (other !== undefined && other !== key) openBefore.set(key, other);
      else if (other === undefined)
        store({
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
    return openBefore;
  });
}

/** What has no answer about items, here or from an earlier visit. */
export const unconfirmedAbout = (operation: OperationName, tenant: Tenant, item: Fields): Unconfirmed[] =>
  theirs(operation, tenant).filter((it) => it.items.some((one) => isAboutSame(one, item)));

/** An item as something to be looked up, without storing that it went. */
export async function recordToLookUp(operation: OperationName, tenant: Tenant, item: Fields): Promise<Unconfirmed> {
  const { merchant, product } = tenant;
  return {
    key: crypto.randomUUID(),
    operation,
    merchant,
    product,
    subject: currentSubject(),
    digest: '',
    at: new Date().toISOString(),
    items: [await fieldsOf(item)],
  };
}

/** Adds what the contracts had before. */
export function amend(record: Unconfirmed, before: Unconfirmed['before']): Unconfirmed {
  const amended = { ...record, before };
  store(amended);
  return amended;
}

/** The call is over. It is forgotten where its answer was final, and where nothing of it ever went. */
export function settle({ key }: Unconfirmed, isFinal: boolean): void {
  inFlight.delete(key);
  if (isFinal) forget(key);
  else changed();
}

addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(prefix)) changed();
});

/** What has no answer, kept up to date across tabs; without what this page is just sending. */
export function useUnconfirmed(operation: OperationName, tenant: Tenant): readonly Unconfirmed[] {
  useStore(version);
  return theirs(operation, tenant).filter((it) => !inFlight.has(it.key));
}
