import { currentSubject } from '#console/api/auth.ts';
import { decryptedBy, encryptedBy, keyOf, type Encrypted } from '#console/api/encryption.ts';
import { committed, durable, openDatabase, outcomeOf } from '#console/api/idb.ts';
import { exclusively } from '#console/api/storage.ts';
import type { AccountBook, BookStore, KeptBook } from './book.ts';

/** As stored: nothing personal outside `data`. */
interface Kept {
  owner: string;
  /** Counts the changes, so that another window's change is noticed. */
  version: number;
  data: Encrypted;
}

/** The browser keeps nothing, as in some private windows; what is kept and could not be read is another error. */
export class NoStorage extends Error {
  override readonly name = 'NoStorage';
}

let opening: Promise<IDBDatabase> | undefined;

/**
 * Bank lines and matches in this browser. They outlive the session, as a month's work must, so numbers are masked and all
 * is encrypted by a key that can't be read.
 */
function database(): Promise<IDBDatabase> {
  opening ??= openDatabase('bank', ['keys', 'accounts']).catch((error: unknown) => {
    throw new NoStorage('The browser keeps nothing', { cause: error });
  });
  return opening;
}

/** Each person's own, for each merchant. */
const ownerOf = (merchant: string): string => `${currentSubject()}\n${merchant}`;

/** @throws NoStorage, or another error if it can't be read */
async function kept(merchant: string): Promise<KeptBook[]> {
  const db = await database();
  const all = await outcomeOf<Kept[]>(db.transaction('accounts').objectStore('accounts').getAll());
  const own = all.filter((it) => it.owner === ownerOf(merchant));
  if (own.length === 0) return [];
  const key = await keyOf(db);
  const books: KeptBook[] = [];
  for (const { version, data } of own) books.push({ version, book: await decryptedBy<AccountBook>(key, data) });
  return books.toSorted((one, other) => (one.book.account.name < other.book.account.name ? -1 : 1));
}

/**
 * Resolves once it is on disk. @param book null deletes the account @returns the new version, or `elsewhere` if another
 * window has changed it since
 */
function keep(merchant: string, id: string, book: AccountBook | null, version: number): Promise<number | 'elsewhere'> {
  const stored = `${ownerOf(merchant)}\n${id}`;
  return exclusively(`bank ${stored}`, async () => {
    const db = await database();
    const before = await outcomeOf<Kept | undefined>(db.transaction('accounts').objectStore('accounts').get(stored));
    if ((before?.version ?? 0) !== version) return 'elsewhere';
    const data = book && (await encryptedBy(await keyOf(db), book));
    const transaction = durable(db, ['accounts']);
    const accounts = transaction.objectStore('accounts');
    if (data) accounts.put({ owner: ownerOf(merchant), version: version + 1, data } satisfies Kept, stored);
    else accounts.delete(stored);
    await committed(transaction);
    return version + 1;
  });
}

export const browserStore: BookStore = { kept, keep };
