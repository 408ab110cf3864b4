import { CompactSign, importJWK } from 'jose';
import type pg from 'pg';
import { loadKeys } from '#service/signing/keys.ts';

export interface Signing {
  /**
   * Reads the key, so that signing needs no connection. What it answers makes a compact JWS over a manifest's text, with the key's
   * number in its header.
   */
  signer(): Promise<(manifest: string) => Promise<string>>;
  /** The public keys, retired ones included, so that old packs can still be checked. */
  publicKeys(): Promise<{ keys: object[] }>;
}

/** Signs with the newest signing key of the sign-in; also where another issuer signs people in. */
export function signingOf(pool: pg.Pool): Signing {
  return {
    async signer() {
      const [key] = (await loadKeys(pool)).signing;
      if (!key) throw new Error('there is no signing key');
      return async (manifest) =>
        new CompactSign(new TextEncoder().encode(manifest))
          .setProtectedHeader({ alg: 'ES256', kid: key.kid ?? '', typ: 'month-end+jws' })
          .sign(await importJWK(key, 'ES256'));
    },
    async publicKeys() {
      return { keys: (await loadKeys(pool)).signing.map(({ d: _private, ...open }) => open) };
    },
  };
}
