import type { Before } from '#answers/read-back/finding.ts';
import { isAboutSame, waitsFor, type ContractsOf } from '#answers/read-back/names.ts';
import type { Fields } from '#answers/read-back/reader.ts';
import { currentSubject } from '#console/api/auth.ts';
import { committed, durable, openDatabase, outcomeOf } from '#console/api/idb.ts';
import { serverInstant } from '#console/api/server-clock.ts';
import { channelNamed, exclusively } from '#console/api/storage.ts';
import { createStore, useStore } from '#console/api/store.ts';
import type { Tenant } from '#console/api/tenant.ts';
import type { OperationName } from '#contract/operations.ts';
import { allFieldsOf } from './unconfirmed-fields.ts';
import { digestOf } from './unconfirmed-secret.ts';

/**
 * A write without a final answer, stored on disk before it is sent. After a reload, a killed browser or in a second tab
 * its outcome can still be checked.
 */
export interface Unconfirmed extends Tenant {
  /** The Idempotency-Key, or a message's messageId. */
  key: string;
  operation: OperationName;
  subject: string;
  /** Of all items. */
  digest: string;
  /** First sent, as an ISO instant. */
  at: string;
  items: Fields[];
  /** Before the first send. */
  before?: Before;
}

/** Not sent: the outcome of a similar write is still unknown. */
export class UnconfirmedError extends Error {
  override readonly name = 'UnconfirmedError';
  readonly records: readonly Unconfirmed[];
  /** For each item of the new write whether it waits. */
  readonly waits: readonly boolean[];
  constructor(records: readonly Unconfirmed[], waits: readonly boolean[]) {
    super('Sent before, without an answer');
    this.records = records;
    this.waits = waits;
  }
}

const store = 'writes';
let opening: Promise<IDBDatabase> | undefined;
const database = () => (opening ??= openDatabase('unconfirmed-writes', [store]));

/** As last read by this tab. */
const records = createStore<ReadonlyMap<string, Unconfirmed>>(new Map());
const inFlight = new Set<string>();
/** Where the browser stores nothing. */
const unstored = new Map<string, Unconfirmed>();
const otherTabs = channelNamed('unconfirmed');

async function refresh(): Promise<void> {
  let stored: Unconfirmed[] = [];
  try {
    stored = await outcomeOf(
      (await database()).transaction(store).objectStore(store).getAll() as IDBRequest<Unconfirmed[]>,
    );
  } catch {}
  records.set(new Map([...stored, ...unstored.values()].map((it) => [it.key, it])));
}

/** On disk once resolved. @throws where the browser stores nothing */
async function write(change: (store: IDBObjectStore) => void): Promise<void> {
  const transaction = durable(await database(), [store]);
  change(transaction.objectStore(store));
  await committed(transaction);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin alone
  otherTabs?.postMessage('');
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

export function forget(key: string): void {
  unstored.delete(key);
  records.set(new Map([...records.get()].filter(([other]) => other !== key)));
  // A refresh that started before the delete may still return it.
  write((it) => it.delete(key)).then(refresh, () => undefined);
}

/** Both resources of instalments create the same records, so an unanswered write in one blocks the other, too. */
const kindOf = (operation: OperationName) => operation.replace(/^omniI/, 'i');

/** Oldest first. */
const ownRecords = (operation: OperationName, { merchant, product }: Tenant) => {
  const [subject, kind] = [currentSubject(), kindOf(operation)];
  return [...records.get().values()]
    .filter(
      (it) =>
        it.subject === subject && it.merchant === merchant && it.product === product && kindOf(it.operation) === kind,
    )
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
};

/** One tab at a time, where the browser has locks: two tabs must not both find nothing and store. */
async function withLock<T>(act: () => Promise<T>): Promise<T> {
  return exclusively('unconfirmed', async () => {
    await refresh();
    return act();
  });
}

const recordNow = (
  { merchant, product }: Tenant,
  fields: Pick<Unconfirmed, 'key' | 'operation' | 'digest' | 'items'>,
): Unconfirmed => ({ merchant, product, subject: currentSubject(), at: serverInstant().toISOString(), ...fields });

/**
 * The same write again reuses its record and key.
 * @param cleared keys of writes that were read back and may be sent again
 * @param contractsOf looks up contracts that an unanswered write names differently
 * @param ownKey the key to use, or that it was sent with before
 * @throws UnconfirmedError while a write about the same record is unanswered
 */
export async function recordWrite(
  operation: OperationName,
  tenant: Tenant,
  input: unknown,
  cleared: ReadonlySet<string>,
  contractsOf: ContractsOf,
  ownKey?: string,
): Promise<{ record: Unconfirmed; isNew: boolean }> {
  const { merchant, product } = tenant;
  const sent = [input].flat() as object[];
  const digest = await digestOf(JSON.stringify([operation, merchant, product, input]));
  const items = await allFieldsOf(sent);
  const open = () => ownRecords(operation, tenant).filter((it) => it.key !== ownKey && !cleared.has(it.key));
  // Before the lock, which other tabs wait for; what another tab sends meanwhile waits if it is named differently.
  const waits = await waitsFor(
    open().flatMap((it) => it.items),
    items,
    contractsOf,
  );
  return withLock(async () => {
    const like = ownRecords(operation, tenant);
    const doubtful = open().filter((it) => it.items.some((one) => items.some((item) => waits(one, item))));
    const unanswered = doubtful.flatMap((it) => it.items);
    if (doubtful.length > 0)
      throw new UnconfirmedError(
        doubtful,
        items.map((item) => unanswered.some((one) => waits(one, item))),
      );
    const again = like.find((it) => it.digest === digest && it.operation === operation);
    const record = again ?? recordNow(tenant, { key: ownKey ?? crypto.randomUUID(), operation, digest, items });
    inFlight.add(record.key);
    await keep([record]);
    return { record, isNew: !again };
  });
}

/**
 * Records messages under their own messageIds, which make them safe to repeat.
 * @returns messages that must not be sent because the same one has no answer: its earlier messageId by the new one
 */
export async function recordMessages(
  tenant: Tenant,
  messages: readonly { messageId: string }[],
): Promise<Map<string, string>> {
  const { merchant, product } = tenant;
  const digests = await Promise.all(
    messages.map(({ messageId: _own, ...rest }) => digestOf(JSON.stringify([merchant, product, rest]))),
  );
  return withLock(async () => {
    const before = new Map(ownRecords('templateSend', tenant).map((it) => [it.digest, it.key]));
    const openBefore = new Map<string, string>();
    const taken: Unconfirmed[] = [];
    for (const [index, { messageId: key }] of messages.entries()) {
      const digest = digests[index] ?? '';
      const other = before.get(digest);
      if (other !== undefined && other !== key) openBefore.set(key, other);
      else if (other === undefined)
        taken.push(recordNow(tenant, { key, operation: 'templateSend', digest, items: [] }));
    }
    await keep(taken);
    return openBefore;
  });
}

/** Also from earlier visits. */
export async function unconfirmedAbout(
  operation: OperationName,
  tenant: Tenant,
  items: readonly Fields[],
): Promise<Unconfirmed[][]> {
  await refresh();
  const all = ownRecords(operation, tenant);
  return items.map((item) => all.filter((it) => it.items.some((one) => isAboutSame(one, item))));
}

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
    at: serverInstant().toISOString(),
    items: await allFieldsOf(items),
  };
}

export async function amend(record: Unconfirmed, before: Unconfirmed['before']): Promise<Unconfirmed> {
  const amended = { ...record, before };
  await keep([amended]);
  return amended;
}

/** Deletes the record if the answer was final or nothing was sent. */
export function settle({ key }: Unconfirmed, isFinal: boolean): void {
  inFlight.delete(key);
  if (isFinal) forget(key);
  else records.set(new Map(records.get()));
}

otherTabs?.addEventListener('message', () => void refresh());
void refresh();

/** Of all tabs, without those pending in this page. */
export function useUnconfirmed(operation: OperationName, tenant: Tenant): readonly Unconfirmed[] {
  useStore(records);
  return ownRecords(operation, tenant).filter((it) => !inFlight.has(it.key));
}
