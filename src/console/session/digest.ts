import { openBrowserDatabase, requestOutcome } from '#kit/base/idb.ts';

/**
 * Not extractable. Account numbers are short enough to be guessed from a plain digest, or from one whose key is stored
 * with it.
 */
let secret: Promise<CryptoKey> | undefined;

const algorithm: HmacKeyGenParams = { name: 'HMAC', hash: 'SHA-256' };
const store = 'keys';

async function keptSecret(): Promise<CryptoKey> {
  const made = await crypto.subtle.generateKey(algorithm, false, ['sign']);
  try {
    const database = await openBrowserDatabase('digests', [store]);
    const keys = database.transaction(store, 'readwrite').objectStore(store);
    const kept = await requestOutcome<CryptoKey | undefined>(keys.get('digest'));
    if (kept) return kept;
    await requestOutcome(keys.put(made, 'digest'));
  } catch {
    // No storage (a private window, say): works for this page only.
  }
  return made;
}

/** Equal in every tab of this browser; the text can't be derived from it. */
export async function digestOf(text: string): Promise<string> {
  const key = await (secret ??= keptSecret());
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)));
  return btoa(String.fromCodePoint(...bytes)).slice(0, 32);
}
