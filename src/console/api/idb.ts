/** The outcome of one request to the browser's database. */
export const outcomeOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps nothing')));
  });

/** Opens a database of the browser with these stores, making it where there is none. */
export function openDatabase(name: string, stores: readonly string[]): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => stores.forEach((it) => request.result.createObjectStore(it)));
  return outcomeOf(request);
}

/**
 * A transaction that is on the disk once it is `committed`: a browser that is killed a moment later has it all the same. (What
 * is in localStorage by then may be lost.)
 */
export const durable = (database: IDBDatabase, stores: readonly string[]): IDBTransaction =>
  database.transaction(stores, 'readwrite', { durability: 'strict' });

export const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The browser keeps nothing')));
  });

/** Holds runs of imports, and the key that they are encrypted with; it goes with the sign-in. */
export const importsDatabase = 'imports';
