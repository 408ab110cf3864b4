import type { ContractRecord } from '#console/domain/contract/record.ts';
import { statusOf } from '#console/domain/money-item/item.ts';
import { isChangeable } from '#console/domain/money-item/rules.ts';
import { compareSchedules, type Made, type Pair } from '#console/domain/schedule/compare.ts';
import { estimate } from '#console/domain/schedule/terms.ts';
import { stageOf } from '#console/model/statuses.ts';
import type { DateText } from '#rules/calendar.ts';

/** An instalment that stands apart from the schedule of its terms; one without `expected` was added beside it. */
export type SetByHand = Pair & { made: Made };

/**
 * The instalments that somebody moved, gave another amount or added, and that can still change, ascending by date: those
 * that are not as the terms say. None where the service does not return the terms, or returns some that make no schedule.
 */
export function setByHand(terms: ContractRecord, instalments: readonly Made[], today: DateText): SetByHand[] {
  const plan = estimate(terms, instalments.length);
  if (plan.kind !== 'planned') return [];
  // A cancelled one has no place in the schedule any more, and another may lie on its day.
  const made = instalments.filter((it) => stageOf(statusOf(it)) !== 'cancelled');
  return compareSchedules(plan.planned, made).flatMap((pair) =>
    pair.made && pair.verdict !== 'same' && isChangeable(pair.made, today) ? [{ ...pair, made: pair.made }] : [],
  );
}
