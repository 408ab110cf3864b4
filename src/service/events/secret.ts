import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Query } from '#service/database/query.ts';

/** Hours for which events carry a signature by the former secret as well. */
const overlapHours = 24;

/**
 * Stores a new secret of an endpoint, which is shown once.
 * @returns `formerEnds` is null for the first secret.
 */
export async function replaceEventSecret(
  query: Query,
  endpoint: string,
  timeZone: string,
): Promise<{ secret: string; formerEnds: string | null }> {
  const secret = randomBytes(32).toString('base64url');
  const [stored] = await query<{ formerEnds: string | null }>(
    `insert into sign_in.event_secret as kept (endpoint, secret) values ($1, $2)
      on conflict (endpoint) do update set secret = excluded.secret, former_secret = kept.secret,
        former_until = now() + $3::float8 * interval '1 hour'
      returning to_char(former_until at time zone $4, 'YYYY-MM-DD HH24:MI') as "formerEnds"`,
    [endpoint, secret, overlapHours, timeZone],
  );
  return { secret, formerEnds: stored?.formerEnds ?? null };
}

/** Those that sign an endpoint's events: two after a change, for a day. */
export async function eventSecrets(pool: pg.Pool, endpoint: string): Promise<string[]> {
  const { rows } = await pool.query<{ secret: string; former: string | null }>(
    `select secret, case when former_until > now() then former_secret end as former
      from sign_in.event_secret where endpoint = $1`,
    [endpoint],
  );
  return rows.flatMap(({ secret, former }) => (former === null ? [secret] : [secret, former]));
}
