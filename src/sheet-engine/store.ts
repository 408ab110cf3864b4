import type { OperationName } from '#contract/operations.ts';
import { decryptedBy, encryptedBy, databaseKey, type Encrypted } from '#kit/base/encryption.ts';
import { whenCommitted, durable, sessionDatabase, openBrowserDatabase, requestOutcome } from '#kit/base/idb.ts';
import { noStates, type SheetRowState } from './summary.ts';

/** Unencrypted: nothing personal. */
export interface StoredRun {
  /** Begins with the owner. */
  id: string;
  operation: OperationName;
  rows: number;
  states: Record<SheetRowState, number>;
  /** Milliseconds since 1970. */
  at: number;
}

/** A run and its account numbers are deleted afterwards. */
export const maxAgeMs = 12 * 3_600_000;

const stores = ['keys', 'runs', 'rows', 'states'] as const;
type Store = (typeof stores)[number];

let opening: Promise<IDBDatabase> | undefined;

/** @throws where the browser has no storage, as in some private windows */
function database(): Promise<IDBDatabase> {
  opening ??= openBrowserDatabase(sessionDatabase, stores).then((it) => {
    // Sign-out deletes the database and must not wait for this worker.
    it.addEventListener('versionchange', () => it.close());
    return it;
  });
  return opening;
}

async function at<T>(store: Store, mode: IDBTransactionMode, act: (it: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return requestOutcome(act((await database()).transaction(store, mode).objectStore(store)));
}

let ownKey: Promise<CryptoKey> | undefined;

const key = (): Promise<CryptoKey> => (ownKey ??= database().then(databaseKey));

const encrypted = async (value: unknown): Promise<Encrypted> => encryptedBy(await key(), value);

const decrypted = async <T>(stored: Encrypted): Promise<T> => decryptedBy<T>(await key(), stored);

/**
 * Encrypts states and rows. On disk once resolved; without storage the run lives in this page only.
 * @param rows in parts, because 100,000 at once would exist as text, bytes and encrypted at the same time
 */
export async function saveImport(run: StoredRun, states: unknown, rows?: Iterable<unknown>): Promise<void> {
  try {
    const values: [Store, unknown][] = [
      ['runs', run],
      ['states', await encrypted(states)],
    ];
    if (rows) {
      const parts: Encrypted[] = [];
      for (const part of rows) parts.push(await encrypted(part));
      values.push(['rows', parts]);
    }
    const names = values.map(([store]) => store);
    const transaction = durable(await database(), names);
    for (const [store, value] of values) transaction.objectStore(store).put(value, run.id);
    await whenCommitted(transaction);
  } catch {
    // No storage.
  }
}

export async function discard(id: string): Promise<void> {
  for (const store of ['runs', 'rows', 'states'] as const)
    await at(store, 'readwrite', (it) => it.delete(id)).catch(() => undefined);
}

/** The Import-Id of its calls, by which the server has it. */
export const idOfImport = (runId: string): string => runId.slice(runId.lastIndexOf('\n') + 1);

/** Nothing left to send, correct or look up. */
export const isFinished = ({ rows, states }: Pick<StoredRun, 'rows' | 'states'>): boolean =>
  rows > 0 && states.accepted + states.waiting + states.excluded === rows;

/** @returns the others */
async function unexpired(): Promise<StoredRun[]> {
  const all = await at<StoredRun[]>('runs', 'readonly', (it) => it.getAll());
  const isOld = (run: StoredRun) => Date.now() - run.at > maxAgeMs;
  for (const old of all.filter(isOld)) await discard(old.id);
  return all.filter((it) => !isOld(it));
}

/** An owner is a person at a merchant and product. Last one first. */
export async function storedRuns(owner: string): Promise<StoredRun[]> {
  const all = await unexpired().catch(() => []);
  return (
    all
      .filter(({ id }) => id.startsWith(`${owner}\n`))
      // Earlier versions removed excluded rows, and called those that wait refused.
      .map((it): StoredRun => ({ ...it, states: { ...noStates, ...it.states } }))
      .toSorted((one, other) => other.at - one.at)
  );
}

export const discardOld = (): Promise<unknown> => unexpired().catch(() => undefined);

export async function restoreImport<Part, States>(id: string): Promise<{ rows: Part[]; states: States } | undefined> {
  try {
    // An earlier version stored a single part.
    const stored = await at<Encrypted[] | Encrypted | undefined>('rows', 'readonly', (it) => it.get(id));
    const states = await at<Encrypted | undefined>('states', 'readonly', (it) => it.get(id));
    if (!stored || !states) return undefined;
    const rows: Part[] = [];
    for (const part of [stored].flat()) rows.push(await decrypted<Part>(part));
    return { rows, states: await decrypted<States>(states) };
  } catch {
    return undefined;
  }
}

/** Locks a run for this worker's lifetime, so that no other tab works on it. @returns false if another has it */
export function lockRun(id: string): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const take = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock ? new Promise<never>(() => {}) : undefined;
    };
    // Refused where site data is blocked: then no other window has the run either.
    navigator.locks.request(`import ${id}`, { ifAvailable: true }, take).catch(() => resolve(true));
  });
}
