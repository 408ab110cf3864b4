import { randomBytes } from 'node:crypto';
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose';
import type { Pool, PoolClient } from 'pg';

export interface Keys {
  /** Private keys, ES256. */
  signing: JWK[];
  cookies: string[];
}

/** The stored keys of this sign-in, created once, under a lock, by the first process. */
export async function loadKeys(pool: Pool): Promise<Keys> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtextextended('sign_in.oauth_key', 0))`);
    const keys = (await readKeys(client)) ?? (await makeKeys(client));
    await client.query('commit');
    return keys;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function readKeys(client: PoolClient): Promise<Keys | undefined> {
  const { rows } = await client.query<{ use: string; secret: string }>(
    'select use, secret from sign_in.oauth_key order by created_at desc, key_id',
  );
  const signing = rows.filter((row) => row.use === 'signing').map((row) => JSON.parse(row.secret) as JWK);
  const cookies = rows.filter((row) => row.use === 'cookies').map((row) => row.secret);
  return signing.length > 0 && cookies.length > 0 ? { signing, cookies } : undefined;
}

async function makeKeys(client: PoolClient): Promise<Keys> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(key);
  const signing = { ...key, kid, alg: 'ES256', use: 'sig' };
  const cookies = randomBytes(32).toString('base64url');
  await client.query(
    `insert into sign_in.oauth_key (key_id, use, secret) values ($1, 'signing', $2), ($3, 'cookies', $4)`,
    [kid, JSON.stringify(signing), `cookies ${kid}`, cookies],
  );
  return { signing: [signing], cookies: [cookies] };
}

/** The public keys for a guard in the same process, without an HTTP call. */
export function localKeys(keys: Keys): JWTVerifyGetKey {
  return createLocalJWKSet({ keys: keys.signing.map(({ d: _private, ...open }) => open) });
}
