import { randomBytes } from 'node:crypto';
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose';
import type { Pool, PoolClient } from 'pg';
import { lookBudget } from '#service/base/look-budget.ts';
import { withConnection } from '#service/database/connection.ts';

export interface Keys {
  /** Private keys, ES256. */
  signing: JWK[];
  cookies: string[];
}

/** The stored keys of this sign-in, newest first; created once, under a lock, by the first process. */
export const loadKeys = async (pool: Pool): Promise<Keys> =>
  (await readKeys(pool)) ??
  withConnection(pool, async (client) => {
    await client.query('begin');
    await client.query(lock);
    const keys = (await readKeys(client)) ?? (await makeKeys(client));
    await client.query('commit');
    return keys;
  });

/**
 * New keys for signing tokens and cookies, which each process uses from its next start. The keys before them stay valid, so
 * that every session goes on; older ones are removed.
 * @param connection in a transaction, for the lock.
 * @param isStolen removes all others: every process must be restarted, and everybody signs in again.
 */
export async function rotateKeys(connection: Pick<Pool, 'query'>, isStolen: boolean): Promise<void> {
  await connection.query(lock);
  await makeKeys(connection);
  await connection.query(
    `delete from sign_in.oauth_key where key_id in (
      select key_id from (select key_id, row_number() over (partition by use order by created_at desc) as age
        from sign_in.oauth_key) it where age > $1)`,
    [isStolen ? 1 : 2],
  );
}

const lock = `select pg_advisory_xact_lock(hashtextextended('sign_in.oauth_key', 0))`;

async function readKeys(client: Pool | PoolClient): Promise<Keys | undefined> {
  const { rows } = await client.query<{ use: string; secret: string }>(
    'select use, secret from sign_in.oauth_key order by created_at desc, key_id',
  );
  const signing = rows.filter((row) => row.use === 'signing').map((row) => JSON.parse(row.secret) as JWK);
  const cookies = rows.filter((row) => row.use === 'cookies').map((row) => row.secret);
  return signing.length > 0 && cookies.length > 0 ? { signing, cookies } : undefined;
}

async function makeKeys(client: Pick<Pool, 'query'>): Promise<Keys> {
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

const publicKeys = ({ signing }: Keys): JWTVerifyGetKey =>
  createLocalJWKSet({ keys: signing.map(({ d: _private, ...open }) => open) });

/**
 * The public keys for a guard in the same process, without an HTTP call. An unknown key is looked for in the database: another
 * process may have been started after a change of keys.
 */
export function localKeys(pool: Pool, keys: Keys): JWTVerifyGetKey {
  let current = publicKeys(keys);
  const mayLook = lookBudget(10, 2_000);
  return async (header, token) => {
    try {
      return await current(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !mayLook()) throw error;
      current = publicKeys((await readKeys(pool)) ?? keys);
      return current(header, token);
    }
  };
}
