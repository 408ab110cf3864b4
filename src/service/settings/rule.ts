import { grantsOf, may, type Claims } from '#contract/permissions.ts';
import { fromCents, toCents } from '#rules/money.ts';
import type { SettingsChange } from '#service/audit/audit.ts';
import { notFound } from '#service/base/errors.ts';
import { asMaintenanceWithin, inOwnTransaction } from '#service/database/own-transaction.ts';
import type { Query } from '#service/database/query.ts';
import { administeredScope, settingsRefusal, viewedScope } from './scope.ts';
import type { Handlers } from './serve.ts';

/** What of payouts waits for a second person (docs/decisions.md, 57), in cents; 0 is all. */
interface Rule {
  above: number;
  hold: number;
}

/** What waits for a second person at a merchant. */
interface FourEyes {
  payouts: Rule | undefined;
  BankDetails: boolean;
  Cancel: boolean;
}

/** @throws HttpError 404 if the merchant does not exist. */
async function fourEyesOf(query: Query, merchant: string): Promise<FourEyes> {
  const [row] = await asMaintenanceWithin(query, () =>
    query<{ above: number | null; hold: number } & Omit<FourEyes, 'payouts'>>(
      `select above, hold_hours as hold, coalesce(bank_details, false) as "BankDetails", coalesce(cancel, false) as "Cancel"
        from merchant left join approval_rule using (merchant) where merchant = $1`,
      [merchant],
    ),
  );
  if (!row) throw notFound();
  const { above, hold, ...kinds } = row;
  return { payouts: above === null ? undefined : { above, hold }, ...kinds };
}

/** Stores the rule for payouts, or removes it; the other kinds stay. */
export const storeRule = (query: Query, merchant: string, rule: Rule | undefined): Promise<unknown> =>
  rule
    ? asMaintenanceWithin(query, () =>
        query(
          `insert into approval_rule (merchant, above, hold_hours) values ($1, $2, $3)
           on conflict (merchant) do update set above = excluded.above, hold_hours = excluded.hold_hours`,
          [merchant, rule.above, rule.hold],
        ),
      )
    : change(query, merchant, 'above = null');

/** Changed bank details, or the cancel of all that remains, need a second person, or none. */
export const setKind = (
  query: Query,
  merchant: string,
  column: 'bank_details' | 'cancel',
  isOn: boolean,
): Promise<unknown> =>
  isOn
    ? asMaintenanceWithin(query, () =>
        query(
          `insert into approval_rule (merchant, ${column}) values ($1, true)
           on conflict (merchant) do update set ${column} = true`,
          [merchant],
        ),
      )
    : change(query, merchant, `${column} = false`);

/** A rule that asks for nothing is removed. */
const change = (query: Query, merchant: string, set: string): Promise<unknown> =>
  asMaintenanceWithin(query, async () => {
    await query(`update approval_rule set ${set} where merchant = $1`, [merchant]);
    await query('delete from approval_rule where merchant = $1 and above is null and not bank_details and not cancel', [
      merchant,
    ]);
  });

/** The names of people who can sign in and have the permission. */
export async function peopleWith(query: Query, permission: string, merchant: string): Promise<string[]> {
  const people = await query<Claims & { name: string }>(
    `select display_name as name, permissions, merchants, roles from sign_in.person
     where not disabled and password_hash <> '' order by display_name, username`,
  );
  return people.filter((it) => may({ grants: grantsOf(it) }, permission, merchant)).map(({ name }) => name);
}

/** A rule needs two people, or nothing would be released any more. */
export const tooFewText = (releasers: readonly string[], merchant: string): string | undefined =>
  releasers.length < 2
    ? `${releasers.length === 1 ? 'One person' : 'Nobody'} may release for merchant ${merchant}, and two are needed`
    : undefined;

const shown = ({ payouts, ...kinds }: FourEyes) => ({
  Rule: payouts ? { Above: fromCents(payouts.above), HoldHours: payouts.hold } : null,
  ...kinds,
});

const kinds = { BankDetails: 'bank_details', Cancel: 'cancel' } as const;
const kindNames = ['BankDetails', 'Cancel'] as const;

export const ruleHandlers: Handlers = {
  approvalRuleView: {
    async view({ caller, path, pool }) {
      const number = path['number'] ?? '';
      if (!viewedScope(caller).has(number)) throw notFound();
      return inOwnTransaction(pool, async (query) => ({
        ...shown(await fourEyesOf(query, number)),
        Releasers: await peopleWith(query, 'release', number),
        Administrators: await peopleWith(query, 'administer', number),
      }));
    },
  },
  approvalRuleSave: {
    async change({ caller, path, body }, query) {
      const number = path['number'] ?? '';
      if (!administeredScope(caller).has(number)) throw notFound();
      const before = await fourEyesOf(query, number);
      const { Rule, BankDetails = before.BankDetails, Cancel = before.Cancel } = body;
      const payouts = Rule ? { above: centsOf(Rule.Above), hold: Rule.HoldHours } : undefined;
      const after = { payouts, BankDetails, Cancel };
      const isNew = (payouts && !before.payouts) || kindNames.some((it) => after[it] && !before[it]);
      if (isNew) {
        const tooFew = tooFewText(await peopleWith(query, 'release', number), number);
        if (tooFew) throw settingsRefusal('CONFLICT', `${tooFew}.`);
      }
      await storeRule(query, number, payouts);
      for (const it of kindNames) if (after[it] !== before[it]) await setKind(query, number, kinds[it], after[it]);
      const changed = changeOf(number, before, after);
      // Switching on what was off takes nothing from anybody.
      const isOfRule =
        (before.payouts && changed?.changes.some(({ field }) => !(field in kinds))) ||
        kindNames.some((it) => before[it] && !after[it]);
      return { answer: shown(after), change: changed, ...(isOfRule && { guarded: [number], isAlwaysGuarded: true }) };
    },
  },
};

function centsOf(amount: number): number {
  const cents = toCents(amount);
  if (cents === undefined) throw settingsRefusal('INVALID', 'Enter an amount in rand and cents.', 'Rule.Above');
  return cents;
}

function changeOf(number: string, before: FourEyes, after: FourEyes): SettingsChange | undefined {
  const of = ({ payouts, BankDetails, Cancel }: FourEyes) => ({
    Rule: payouts ? (payouts.above === 0 ? 'always' : 'above') : 'off',
    Above: payouts?.above ? fromCents(payouts.above) : null,
    HoldHours: payouts?.hold ?? null,
    BankDetails: BankDetails ? 'on' : 'off',
    Cancel: Cancel ? 'on' : 'off',
  });
  const [old, now] = [of(before), of(after)];
  const fields = ['Rule', 'Above', 'HoldHours', ...kindNames] as const;
  const changes = fields
    .filter((field) => old[field] !== now[field])
    .map((field) => ({ field, before: old[field], after: now[field] }));
  if (changes.length === 0) return undefined;
  return { action: 'merchant.rule', target: number, merchants: [number], changes };
}
