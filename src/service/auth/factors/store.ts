import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { stepOf } from './totp.ts';

export interface Factor {
  id: string;
  username: string;
  kind: 'passkey' | 'totp';
  secret: Buffer;
  counter: number;
  transports: string[];
  createdAt: Date;
  usedAt: Date | null;
}

export type NewFactor = Omit<Factor, 'createdAt' | 'usedAt'>;

const columns = `factor_id as id, username, kind, secret, counter, transports, created_at as "createdAt",
  used_at as "usedAt"`;

/** A person's factors, oldest first. */
export async function factorsOf(pool: Pool, username: string): Promise<Factor[]> {
  const { rows } = await pool.query<Factor>(
    `select ${columns} from sign_in.factor where username = $1 order by created_at, factor_id`,
    [username],
  );
  return rows;
}

export async function findPasskey(pool: Pool, id: string): Promise<Factor | undefined> {
  const { rows } = await pool.query<Factor>(
    `select ${columns} from sign_in.factor where factor_id = $1 and kind = 'passkey'`,
    [id],
  );
  return rows[0];
}

/** Whether any person here has a passkey; the page for signing in offers none otherwise. */
export async function hasPasskeys(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(`select from sign_in.factor where kind = 'passkey' limit 1`);
  return rowCount === 1;
}

/** @returns false if the factor exists already. */
export async function addFactor(
  pool: Pick<Pool, 'query'>,
  { id, username, kind, secret, counter, transports }: NewFactor,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into sign_in.factor (factor_id, username, kind, secret, counter, transports)
      values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [id, username, kind, secret, counter, transports],
  );
  return rowCount === 1;
}

/** The last factor takes the recovery codes with it. @returns its kind, if it was there */
export async function removeFactor(
  pool: Pick<Pool, 'query'>,
  username: string,
  id: string,
): Promise<Factor['kind'] | undefined> {
  const { rows } = await pool.query<Pick<Factor, 'kind'>>(
    `with gone as (delete from sign_in.factor where username = $1 and factor_id = $2 returning kind),
      codes as (delete from sign_in.recovery_code where username = $1 and exists (select from gone)
        and not exists (select from sign_in.factor where username = $1 and factor_id <> $2))
      select kind from gone`,
    [username, id],
  );
  return rows[0]?.kind;
}

/** For a person who lost every factor: removes them all and ends the person's sessions. @returns whether there were any */
export async function resetFactors(pool: Pick<Pool, 'query'>, username: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with gone as (delete from sign_in.factor where username = $1 returning username),
        codes as (delete from sign_in.recovery_code where username = $1)
      update sign_in.person set epoch = nextval('sign_in.epoch')
        where username in (select username from gone)`,
    [username],
  );
  return rowCount === 1;
}

/**
 * Marks a passkey's answer as used. Only one of two equal answers succeeds, also where the counter is always 0, as it is with
 * synchronised passkeys.
 */
export async function spendPasskey(pool: Pool, id: string, challenge: string, counter: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update sign_in.factor set counter = $3, challenge = $2, used_at = now()
      where factor_id = $1 and challenge is distinct from $2 and (counter < $3 or counter = 0 and $3 = 0)`,
    [id, challenge, counter],
  );
  return rowCount === 1;
}

/** Uses a code of an authenticator app. A code counts once for all sessions, and an older one not at all. */
export async function spendTotp(pool: Pool, username: string, code: string, now = Date.now()): Promise<boolean> {
  for (const { id, kind, secret } of await factorsOf(pool, username)) {
    const step = kind === 'totp' ? stepOf(secret, code, now) : undefined;
    if (step === undefined) continue;
    const { rowCount } = await pool.query(
      `update sign_in.factor set counter = $2, used_at = now() where factor_id = $1 and counter < $2`,
      [id, step],
    );
    return rowCount === 1;
  }
  return false;
}

const codeCount = 10;
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const plain = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '');
/** Sixteen random characters need no slow hash. */
const hashOf = (username: string, code: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([username, plain(code)]))
    .digest();

function newCode(): string {
  // A byte above the last multiple of the alphabet's length would favour its first letters.
  const letters = Array.from(randomBytes(64)).filter((byte) => byte < 248);
  const text = letters.slice(0, 16).map((byte) => alphabet[byte % alphabet.length]);
  return text.join('').replace(/(.{4})(?!$)/g, '$1-');
}

/** Replaces a person's recovery codes. They are shown once, and only their hashes are stored. */
export async function newRecoveryCodes(pool: Pick<Pool, 'query'>, username: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newCode);
  await pool.query(
    `with old as (delete from sign_in.recovery_code where username = $1)
      insert into sign_in.recovery_code (code_hash, username) select hash, $1 from unnest($2::bytea[]) as hash`,
    [username, codes.map((code) => hashOf(username, code))],
  );
  return codes;
}

export async function recoveryCodesLeft(pool: Pick<Pool, 'query'>, username: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*) as count from sign_in.recovery_code where username = $1',
    [username],
  );
  return rows[0]?.count ?? 0;
}

export async function spendRecoveryCode(pool: Pool, username: string, code: string): Promise<boolean> {
  const { rowCount } = await pool.query('delete from sign_in.recovery_code where username = $1 and code_hash = $2', [
    username,
    hashOf(username, code),
  ]);
  return rowCount === 1;
}
