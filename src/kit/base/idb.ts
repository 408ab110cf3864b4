export const requestOutcome = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps nothing')));
  });

export async function openBrowserDatabase(name: string, stores: readonly string[]): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => stores.forEach((it) => request.result.createObjectStore(it)));
  return requestOutcome(request);
}

/** Where the browser stores nothing, there is none. */
export function deleteDatabase(name: string): void {
  try {
    indexedDB.deleteDatabase(name);
  } catch {}
}

/** Survives a killed browser once `whenCommitted`, unlike localStorage. */
export const durable = (database: IDBDatabase, stores: readonly string[]): IDBTransaction =>
  database.transaction(stores, 'readwrite', { durability: 'strict' });

export const whenCommitted = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The browser keeps nothing')));
  });

/** Rows of files and the key that encrypts them; deleted at sign-out. */
export const sessionDatabase = 'imports';
