import { parseAmount, toCents } from '#rules/money.ts';
import { asMaintenanceWithin } from '#service/database/own-transaction.ts';
import { queryOn, type Connection } from '#service/database/query.ts';
import { peopleWith, setKind, storeRule, tooFewText } from '#service/settings/rule.ts';

/** The other kinds are on or off: what waits there has no amount. */
const changes = {
  'bank-details': { column: 'bank_details', what: 'a change of bank details' },
  cancel: { column: 'cancel', what: 'the cancel of all instalments that remain' },
} as const;

/**
 * Sets what waits for a second person at a merchant. In the console a change of a rule needs two administrators;
 * this opens what they can't.
 * @param isOtherIssuer people come from another provider, so that those who may release can't be counted
 */
export async function setApprovalRule(
  db: Connection,
  { merchant, rule, amount, hold, kind }: Record<'merchant' | 'rule' | 'amount' | 'hold' | 'kind', string>,
  isOtherIssuer: boolean,
): Promise<string> {
  if (kind !== '' && kind !== 'payouts' && !Object.hasOwn(changes, kind))
    throw new Error('--kind is payouts, bank-details or cancel.');
  const change = changes[kind as keyof typeof changes] as (typeof changes)[keyof typeof changes] | undefined;
  const query = queryOn(db);
  if (rule === 'off') {
    await (change ? setKind(query, merchant, change.column, false) : storeRule(query, merchant, undefined));
    const what = change?.what ?? 'a payout';
    return `merchant ${merchant}: ${what} needs no second person; what waits already still does, until it is released or edited`;
  }
  if (change && (rule !== 'always' || amount || hold)) throw new Error(`Give always or off for --kind ${kind}.`);
  const cents = rule === 'always' ? 0 : toCents(parseAmount(amount) ?? Number.NaN);
  if ((rule !== 'always' && rule !== 'above') || cents === undefined || (rule === 'above' && cents <= 0))
    throw new Error('Give off, always, or above with an amount such as 50000.00.');
  const hours = hold === '' ? 48 : Number(hold);
  if (!Number.isInteger(hours) || hours < 0 || hours > 72) throw new Error('--hold is 0 to 72 hours.');
  const tooFew = isOtherIssuer ? undefined : tooFewText(await peopleWith(query, 'release', merchant), merchant);
  if (tooFew) throw new Error(`${tooFew}: npm run person -- rights NAME --roles manager:${merchant}`);
  const known = await asMaintenanceWithin(query, () => query('select from merchant where merchant = $1', [merchant]));
  if (known.length === 0) throw new Error(`There is no merchant ${merchant}.`);
  if (change) {
    await setKind(query, merchant, change.column, true);
    return `merchant ${merchant}: ${change.what} waits for a second person`;
  }
  await storeRule(query, merchant, { above: cents, hold: hours });
  const which = rule === 'always' ? 'every payout' : `what is above ${amount} a day of a payee, or of a preparer,`;
  return `merchant ${merchant}: ${which} waits for a second person; a new or changed account is held for ${hours} hours`;
}
