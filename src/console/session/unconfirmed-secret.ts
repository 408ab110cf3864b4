import { openDatabase, outcomeOf } from '#console/api/idb.ts';

/**
 * The key of this browser's digests. It cannot be read out, only used: an account number is short enough to be guessed from a
 * plain digest, and from one whose key lies beside it.
 */
let secret: Promise<CryptoKey> | undefined;

const algorithm: HmacKeyGenParams = { name: 'HMAC', hash: 'SHA-256' };
const store = 'keys';

async function keptSecret(): Promise<CryptoKey> {
  const made = await crypto.subtle.generateKey(algorithm, false, ['sign']);
  try {
    const database = await openDatabase('unconfirmed', [store]);
    const keys = database.transaction(store, 'readwrite').objectStore(store);
    const kept = await outcomeOf<CryptoKey | undefined>(keys.get('digest'));
    if (kept) return kept;
    await outcomeOf(keys.put(made, 'digest'));
  } catch {
    // Nothing is kept here (a private window, say): this page still knows its own again.
  }
  return made;
}

/** The same text has the same digest in every tab of this browser, and nothing tells the text from it. */
export async function digestOf(text: string): Promise<string> {
  const key = await (secret ??= keptSecret());
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)));
  return btoa(String.fromCodePoint(...bytes)).slice(0, 32);
}
