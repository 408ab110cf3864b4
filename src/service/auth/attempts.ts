import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

/**
 * Guessing is counted per account *and* address, so that nobody can lock the owner of an account out of their own
 * desk, and per address over all accounts. In the database, because several processes may answer for one sign-in.
 */
const perAccount = 10;
const perAddress = 100;

/** People type their password into the wrong box: the name is kept as a digest only. */
const digest = (account: string): Buffer => createHash('sha256').update(account).digest();

/** A network of IPv6 counts as one guesser: any home has 2^64 addresses. */
const network = `network(set_masklen($2::inet, case family($2::inet) when 6 then 64 else 32 end))::cidr`;
const plain = (address: string): string => address.replace(/^::ffff:/i, '').replace(/%.*$/, '');

/**
 * Counts an attempt as failed before it is looked at (so that a hundred at once are a hundred) unless there were too
 * many in the last hour. Answers the seconds to wait, 0 to go on; after a success call `forgetAttempts`.
 */
export async function countAttempt(pool: Pool, account: string, address: string): Promise<number> {
  const values = [digest(account), plain(address)];
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtextextended('attempt ' || $1, 0))`, [values[1]]);
    const { rows } = await client.query<{ wait: number }>(
      `with recent as (
         select attempted_at, account_hash = $1 as same,
           row_number() over (order by attempted_at desc) as nth,
           row_number() over (partition by account_hash = $1 order by attempted_at desc) as nth_same
         from sign_in.failed_attempt where address = ${network} and attempted_at > now() - interval '1 hour')
       select coalesce(ceil(extract(epoch from max(attempted_at) + interval '1 hour' - now())), 0)::int as wait
       from recent where nth = ${perAddress} or (same and nth_same = ${perAccount})`,
      values,
    );
    const wait = rows[0]?.wait ?? 0;
    if (wait === 0)
      await client.query(`insert into sign_in.failed_attempt (account_hash, address) values ($1, ${network})`, values);
    await client.query('commit');
    return wait;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** A right password takes back what was counted for this account from this address. */
export async function forgetAttempts(pool: Pool, account: string, address: string): Promise<void> {
  await pool.query(`delete from sign_in.failed_attempt where account_hash = $1 and address = ${network}`, [
    digest(account),
    plain(address),
  ]);
}
