import { randomBytes } from 'node:crypto';
import { rotateKeys } from '#service/auth/keys.ts';
import type { Connection } from '#service/settings/change.ts';

/** Days for which delivery reports carry a signature by the former secret as well. */
const overlapDays = 7;

export async function renewKeys(db: Connection, isStolen: boolean): Promise<string> {
  await rotateKeys(db, isStolen);
  return isStolen
    ? 'new keys, and no others: restart every process now; everybody signs in again'
    : 'new keys: each process uses them from its next start, and the former ones stay valid';
}

/** The secret is shown once. */
export async function renewCallbackSecret(db: Connection, organisation: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const { rows } = await db.query<{ until: string | null }>(
    `insert into sign_in.callback_secret as kept (organisation, secret)
      select organisation, $2 from organisation where organisation = $1
      on conflict (organisation) do update set secret = excluded.secret, former_secret = kept.secret,
        former_until = now() + $3 * interval '1 day'
      returning to_char(former_until at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') as until`,
    [organisation, secret, overlapDays],
  );
  const [stored] = rows;
  if (!stored) throw new Error(`There is no organisation ${organisation}.`);
  const overlap = stored.until === null ? '' : `; the former one signs as well until ${stored.until}`;
  return `secret of the delivery reports of ${organisation}: ${secret}: it is not shown again${overlap}`;
}
