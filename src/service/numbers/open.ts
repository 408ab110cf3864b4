import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { keysOf, numbersWith, sealed, unsealed, type Keys, type Numbers } from './numbers.ts';
import { sealAll } from './seal-all.ts';

/** Shorter key files are probably empty, cut, or typed by hand. */
const leastKeyBytes = 32;

/** Of a secret in clear. */
const secretBytes = 32;

/**
 * How this database stores account and ID numbers. The secret of its marks is sealed like the numbers, and so proves the key.
 * The first start with a key seals what is stored.
 * @param database migrated.
 * @param keyFile named by NUMBERS_KEY_FILE.
 * @throws Error of one line: the file cannot be read, holds another key, or is needed and not named.
 */
export async function openNumbers(database: { pool: pg.Pool; schema: pg.Pool }, keyFile?: string): Promise<Numbers> {
  const keys = keyFile === undefined ? undefined : keysOf(await contentOf(keyFile));
  const secret = await secretOf(database.pool);
  const isSealed = secret.length > secretBytes;
  if (!keys && isSealed)
    throw new Error('NUMBERS_KEY_FILE: must name the key with which the numbers of this database are encrypted');
  if (!keys) return numbersWith(secret);
  if (!isSealed)
    await sealAll(database.schema, numbersWith(secret, keys), sealed(keys.seal, secret.toString('base64')));
  return numbersWith(await secretWith(keys, database.pool, keyFile), keys);
}

async function contentOf(file: string): Promise<Buffer> {
  const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`NUMBERS_KEY_FILE: ${file} cannot be read (${error.code})`);
  });
  if (content.length >= leastKeyBytes) return content;
  throw new Error(`NUMBERS_KEY_FILE: ${file} has fewer than ${leastKeyBytes} bytes`);
}

async function secretOf(pool: pg.Pool): Promise<Buffer> {
  const { rows } = await pool.query<{ secret: Buffer }>('select secret from sign_in.account_key where id = 1');
  const [row] = rows;
  if (!row) throw new Error('the secret of the marks is missing in the database');
  return row.secret;
}

async function secretWith({ seal }: Keys, pool: pg.Pool, keyFile = ''): Promise<Buffer> {
  try {
    return Buffer.from(unsealed(seal, await secretOf(pool)), 'base64');
  } catch {
    throw new Error(
      `NUMBERS_KEY_FILE: ${keyFile} is not the key with which the numbers of this database are encrypted`,
    );
  }
}
