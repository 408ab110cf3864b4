import { requestOutcome } from './idb.ts';

export interface Encrypted {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

/** The key of a database, in its store `keys`. Not extractable: a copy of the database can't be decrypted. */
export async function databaseKey(database: IDBDatabase): Promise<CryptoKey> {
  const keys = (mode: IDBTransactionMode) => database.transaction('keys', mode).objectStore('keys');
  const stored = await requestOutcome<CryptoKey | undefined>(keys('readonly').get('rows'));
  if (stored) return stored;
  const created = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  try {
    await requestOutcome(keys('readwrite').add(created, 'rows'));
    return created;
  } catch (error) {
    // Another tab created it first.
    const other = await requestOutcome<CryptoKey | undefined>(keys('readonly').get('rows'));
    if (other) return other;
    throw error;
  }
}

export async function encryptedBy(key: CryptoKey, value: unknown): Promise<Encrypted> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = new TextEncoder().encode(JSON.stringify(value));
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, data) };
}

export async function decryptedBy<T>(key: CryptoKey, { iv, data }: Encrypted): Promise<T> {
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data);
  return JSON.parse(new TextDecoder().decode(plain)) as T;
}
