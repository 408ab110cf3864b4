import { queryOn, type Connection } from '#service/database/query.ts';
import { replaceCallbackSecret } from '#service/messages/callback-secret.ts';
import { rotateKeys } from '#service/signing/keys.ts';

export async function renewKeys(db: Connection, isStolen: boolean): Promise<string> {
  await rotateKeys(db, isStolen);
  return isStolen
    ? 'new keys, and no others: restart every process now; everybody signs in again'
    : 'new keys: each process uses them from its next start, and the former ones stay valid';
}

/** The secret is shown once. */
export async function renewCallbackSecret(db: Connection, organisation: string): Promise<string> {
  const renewed = await replaceCallbackSecret(queryOn(db), organisation, 'UTC');
  if (!renewed) throw new Error(`There is no organisation ${organisation}.`);
  const { secret, formerEnds } = renewed;
  const overlap = formerEnds === null ? '' : `; the former one signs as well until ${formerEnds} UTC`;
  return `secret of the delivery reports of ${organisation}: ${secret}: it is not shown again${overlap}`;
}
