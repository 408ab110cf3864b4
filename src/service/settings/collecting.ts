import type { CollectingLimits } from '#contract/settings-records.ts';
import type { CollectingRule } from '#rules/collecting-limits.ts';
import { toCents } from '#rules/money.ts';
import { notFound } from '#service/base/errors.ts';
import { asMaintenanceWithin, inOwnTransaction } from '#service/database/own-transaction.ts';
import type { Query } from '#service/database/query.ts';
import { collectingLimitsOf, readCollectingRule } from '#service/resources/collecting/judge.ts';
import { peopleWith } from './rule.ts';
import { administeredScope, settingsRefusal, viewedScope } from './scope.ts';
import type { Handlers } from './serve.ts';

/** @throws HttpError 404 if the merchant does not exist */
const ruleOf = (query: Query, merchant: string): Promise<CollectingRule> =>
  asMaintenanceWithin(query, async () => {
    const found = await query('select 1 from merchant where merchant = $1', [merchant]);
    if (found.length === 0) throw notFound();
    return readCollectingRule(query, merchant);
  });

function centsFrom(amount: number | null, field: string): number | null {
  if (amount === null) return null;
  const cents = toCents(amount);
  if (cents === undefined || cents <= 0) throw settingsRefusal('INVALID', 'Enter an amount in rand and cents.', field);
  return cents;
}

const shownFields = ['Attempts', 'PayerMonth', 'Largest', 'Month', 'StopReasons'] as const;

function shownOf(rule: CollectingRule): Record<(typeof shownFields)[number], string | number | null> {
  const { StopReasons, ...limits }: CollectingLimits = collectingLimitsOf(rule);
  return { ...limits, StopReasons: StopReasons ? 'on' : 'off' };
}

/** What a merchant allows of collecting again. */
export const collectingLimits: Handlers = {
  collectingLimitsView: {
    async view({ caller, path, pool }) {
      const number = path['number'] ?? '';
      if (!viewedScope(caller).has(number)) throw notFound();
      return inOwnTransaction(pool, async (query) => ({
        Limits: collectingLimitsOf(await ruleOf(query, number)),
        Releasers: await peopleWith(query, 'release', number),
      }));
    },
  },
  collectingLimitsSave: {
    async change({ caller, path, body }, query) {
      const number = path['number'] ?? '';
      if (!administeredScope(caller).has(number)) throw notFound();
      const before = await ruleOf(query, number);
      const after: CollectingRule = {
        attempts: body.Attempts,
        payerMonth: body.PayerMonth,
        largest: centsFrom(body.Largest, 'Largest'),
        month: centsFrom(body.Month, 'Month'),
        stopReasons: body.StopReasons,
      };
      const { attempts, payerMonth, largest, month, stopReasons } = after;
      await asMaintenanceWithin(query, () =>
        query(
          `insert into collecting_rule (merchant, attempts, payer_month, largest, month, stop_reasons)
            values ($1, $2, $3, $4, $5, $6)
            on conflict (merchant) do update set attempts = excluded.attempts, payer_month = excluded.payer_month,
              largest = excluded.largest, month = excluded.month, stop_reasons = excluded.stop_reasons`,
          [number, attempts, payerMonth, largest, month, stopReasons],
        ),
      );
      const [old, now] = [shownOf(before), shownOf(after)];
      const changes = shownFields
        .filter((field) => old[field] !== now[field])
        .map((field) => ({ field, before: old[field], after: now[field] }));
      return {
        answer: { Limits: collectingLimitsOf(after) },
        ...(changes.length > 0 && {
          change: { action: 'merchant.collecting', target: number, merchants: [number], changes },
        }),
        // Without it, what needed a second person needs none.
        ...(before.stopReasons && !stopReasons && { guarded: [number] }),
      };
    },
  },
};
