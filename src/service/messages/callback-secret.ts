import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Query } from '#service/database/query.ts';

/** Days for which delivery reports carry a signature by the former secret as well. */
const overlapDays = 7;

/**
 * Stores a new secret, which is shown once.
 * @returns undefined if there is no such organisation; `formerEnds` is null for the first secret.
 */
export async function replaceCallbackSecret(
  query: Query,
  organisation: string,
  timeZone: string,
): Promise<{ secret: string; formerEnds: string | null } | undefined> {
  const secret = randomBytes(32).toString('base64url');
  // Read before: a distributed PostgreSQL changes a table that refers to one on every node only by what is immutable.
  const [overlap] = await query<{ until: Date; ends: string }>(
    `select until, to_char(until at time zone $2, 'YYYY-MM-DD HH24:MI') as ends
      from (select now() + $1 * interval '1 day' as until) overlap`,
    [overlapDays, timeZone],
  );
  const [stored] = await query<{ hasFormer: boolean }>(
    `insert into sign_in.callback_secret as kept (organisation, secret)
      select organisation, $2 from organisation where organisation = $1
      on conflict (organisation) do update set secret = excluded.secret, former_secret = kept.secret, former_until = $3
      returning former_until is not null as "hasFormer"`,
    [organisation, secret, overlap?.until],
  );
  return stored && { secret, formerEnds: stored.hasFormer ? (overlap?.ends ?? null) : null };
}

/** Those that sign an organisation's reports: two after a change, for a week; none if it has none yet. */
export async function callbackSecrets(pool: pg.Pool, organisation: string): Promise<string[]> {
  const { rows } = await pool.query<{ secret: string; former: string | null }>(
    `select secret, case when former_until > now() then former_secret end as former
      from sign_in.callback_secret where organisation = $1`,
    [organisation],
  );
  return rows.flatMap(({ secret, former }) => (former === null ? [secret] : [secret, former]));
}
