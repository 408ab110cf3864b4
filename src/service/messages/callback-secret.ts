import { randomBytes } from 'node:crypto';
import type { Call } from '#service/http/call.ts';

/** Days for which delivery reports carry a signature by the former secret as well. */
const overlapDays = 7;

/**
 * Stores a new secret, which is shown once.
 * @returns undefined if there is no such organisation; `formerEnds` is null for the first secret.
 */
export async function replaceCallbackSecret(
  query: Call['query'],
  organisation: string,
  timeZone: string,
): Promise<{ secret: string; formerEnds: string | null } | undefined> {
  const secret = randomBytes(32).toString('base64url');
  const [stored] = await query<{ formerEnds: string | null }>(
    `insert into sign_in.callback_secret as kept (organisation, secret)
      select organisation, $2 from organisation where organisation = $1
      on conflict (organisation) do update set secret = excluded.secret, former_secret = kept.secret,
        former_until = now() + $3 * interval '1 day'
      returning to_char(former_until at time zone $4, 'YYYY-MM-DD HH24:MI') as "formerEnds"`,
    [organisation, secret, overlapDays, timeZone],
  );
  return stored && { secret, ...stored };
}
