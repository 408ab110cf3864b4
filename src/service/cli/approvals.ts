import { grantsOf, may, type Claims } from '#contract/permissions.ts';
import { parseAmount, toCents } from '#rules/money.ts';
import type { Connection } from '#service/settings/change.ts';
import { asMaintenance } from './recorded.ts';

/**
 * Sets which payouts of a merchant wait for a second person. Not in the console: an administrator could switch the rule off
 * for their own payout.
 * @param isOtherIssuer people come from another provider, so that those who may release can't be counted
 */
export async function setApprovalRule(
  db: Connection,
  { merchant, rule, amount, hold }: { merchant: string; rule: string; amount: string; hold: string },
  isOtherIssuer: boolean,
): Promise<string> {
  if (rule === 'off') {
    await asMaintenance(db, (query) => query('delete from approval_rule where merchant = $1', [merchant]));
    return `payouts of merchant ${merchant} need no second person: what waits already still does, until it is released or edited`;
  }
  const cents = rule === 'always' ? 0 : toCents(parseAmount(amount) ?? Number.NaN);
  if ((rule !== 'always' && rule !== 'above') || cents === undefined || (rule === 'above' && cents <= 0))
    throw new Error('Give off, always, or above with an amount such as 50000.00.');
  const hours = hold === '' ? 48 : Number(hold);
  if (!Number.isInteger(hours) || hours < 0 || hours > 72) throw new Error('--hold is 0 to 72 hours.');
  if (!isOtherIssuer) {
    const { rows } = await db.query<Claims>(
      'select permissions, merchants, roles from sign_in.person where not disabled',
    );
    const count = rows.filter((person) => may({ grants: grantsOf(person) }, 'release', merchant)).length;
    if (count < 2)
      throw new Error(
        `${count === 1 ? 'One person' : 'Nobody'} may release for merchant ${merchant}, and two are needed: npm run person -- rights NAME --roles manager:${merchant}`,
      );
  }
  const set = await asMaintenance(db, (query) =>
    query(
      `insert into approval_rule (merchant, above, hold_hours)
        select merchant, $2, $3 from merchant where merchant = $1
        on conflict (merchant) do update set above = excluded.above, hold_hours = excluded.hold_hours
        returning merchant`,
      [merchant, cents, hours],
    ),
  );
  if (set.length === 0) throw new Error(`There is no merchant ${merchant}.`);
  const which = rule === 'always' ? 'every payout' : `what is above ${amount} a day of a payee, or of a preparer,`;
  return `merchant ${merchant}: ${which} waits for a second person; a new or changed account is held for ${hours} hours`;
}
