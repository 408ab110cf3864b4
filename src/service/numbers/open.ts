import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import { readKeyFile } from '#service/config/key-file.ts';
import type { Settings } from '#service/config/settings.ts';
import { derivedKey, numbersWith, sealedBytes, unsealedText, type Numbers } from './numbers.ts';
import { sealAll } from './seal-all.ts';

/** Of the secret in clear. */
const secretBytes = 32;

type KeyFiles = Partial<Pick<Settings, 'numbersKeyFile' | 'formerNumbersKeyFile'>>;

/**
 * How this database stores account and ID numbers. The secret of its marks is sealed like the numbers, and so proves the key.
 * The first start with a key seals what is stored, and so does the first one with another key and the former one.
 * @param database migrated.
 * @throws Error of one line: a file cannot be read, holds another key, or is needed and not named.
 */
export async function openNumbers(
  database: { pool: pg.Pool; schema: pg.Pool },
  { numbersKeyFile, formerNumbersKeyFile }: KeyFiles = {},
): Promise<Numbers> {
  const key = await keyOf('NUMBERS_KEY_FILE', numbersKeyFile);
  const stored = await secretOf(database.pool);
  if (!key && stored.length > secretBytes)
    throw new Error('NUMBERS_KEY_FILE: must name the key with which the numbers of this database are encrypted');
  if (!key) return numbersWith(stored);
  const known = opened(stored, key);
  if (known) return numbersWith(known, key);
  const former = await keyOf('FORMER_NUMBERS_KEY_FILE', formerNumbersKeyFile);
  const secret = stored.length === secretBytes ? stored : former && opened(stored, former);
  if (!secret)
    throw new Error(
      `NUMBERS_KEY_FILE: ${numbersKeyFile} is not the key with which the numbers of this database are encrypted`,
    );
  const from = numbersWith(secret, stored.length === secretBytes ? undefined : former);
  const to = numbersWith(secret, key);
  await sealAll(database.schema, { from, to, before: stored, after: sealedBytes(key, secret.toString('base64')) });
  // Another process may have been first, with a key of its own.
  return openNumbers(database, { numbersKeyFile });
}

const keyOf = async (variable: string, file: string | undefined): Promise<KeyObject | undefined> =>
  file === undefined ? undefined : derivedKey(await readKeyFile(variable, file), 'numbers');

async function secretOf(pool: pg.Pool): Promise<Buffer> {
  const { rows } = await pool.query<{ secret: Buffer }>('select secret from sign_in.account_key where id = 1');
  const [row] = rows;
  if (!row) throw new Error('the secret of the marks is missing in the database');
  return row.secret;
}

/** Undefined if it was sealed with another key, or not at all. */
function opened(stored: Buffer, key: KeyObject): Buffer | undefined {
  if (stored.length === secretBytes) return undefined;
  try {
    return Buffer.from(unsealedText(key, stored), 'base64');
  } catch {
    return undefined;
  }
}
