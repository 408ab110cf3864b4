import type { ContractRecord } from '#console/domain/contract/record.ts';
import type { Instalment } from '#console/domain/money-item/item.ts';
import { isChangeable } from '#console/domain/money-item/rules.ts';
import { compareSchedules, type SchedulePair } from '#console/domain/schedule/compare.ts';
import { estimate } from '#console/domain/schedule/terms.ts';
import type { DateText } from '#rules/calendar.ts';

/** An instalment that differs from its terms; without `expected` it was added. */
export type SetByHand = SchedulePair & { made: Instalment };

/**
 * Instalments that were moved, changed or added by hand and can still change, ascending by date. Empty if the service
 * does not return terms that make a schedule.
 */
export function setByHand(terms: ContractRecord, instalments: readonly Instalment[], today: DateText): SetByHand[] {
  const plan = estimate(terms, instalments.length);
  if (plan.kind !== 'planned') return [];
  // Cancelled ones are ignored: another may be on their day.
  const made = instalments.filter((it) => it.stage !== 'cancelled');
  return compareSchedules(plan.planned, made).flatMap((pair) =>
    pair.made && pair.verdict !== 'same' && isChangeable(pair.made, today) ? [{ ...pair, made: pair.made }] : [],
  );
}
