import type { Due, RehearsedMove, ContractSeries } from '#console/domain/schedule/rehearsal.ts';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import { mayMove } from '#console/model/statuses.ts';
import type { DateText } from '#rules/calendar.ts';
import { periods } from '#rules/frequencies.ts';
import { centsOf } from '#rules/money.ts';
import { grouped } from '#rules/sums.ts';
import { itemKey, type MoneyItem } from '../item.ts';
import type { BulkChange, PlannedChange } from './plan.ts';

const dueOfItem = (item: MoneyItem): Due => ({ date: item.due, cents: centsOf(item.amount) ?? null });

/** Only these move money to another day or amount; a cancel skips on purpose. */
export const isRehearsed = ({ kind }: BulkChange): boolean => kind !== 'cancel' && kind !== 'tracking';

/**
 * The contracts of a plan with what each has, for a rehearsal: the plan's rows before and after, and its other items as
 * they are.
 * @param caps maximum in whole cents by contract, where known
 */
export function seriesOf(
  rows: readonly PlannedChange[],
  others: readonly MoneyItem[],
  caps: ReadonlyMap<string, number>,
  today: DateText,
): ContractSeries[] {
  const keys = new Set(rows.map((it) => it.key));
  const byContract = grouped(
    others.filter((it) => !keys.has(itemKey(it))),
    segmentOfRecord,
  );
  return [...grouped(rows, (it) => segmentOfRecord(it.before))].map(([contract, planned]): ContractSeries => {
    const rest = byContract.get(contract) ?? [];
    const all = [...planned, ...rest.map((it): Pick<PlannedChange, 'before' | 'after'> => ({ before: it, after: it }))];
    const isAhead = ({ before }: Pick<PlannedChange, 'before'>) => mayMove(before.status, before.due, today);
    const gone = all.filter((row) => !isAhead(row) && !['cancelled', 'unpaid'].includes(row.before.stage ?? 'unpaid'));
    const frequencies = rest.map((it) => it.kind === 'instalment' && it.FrequencyCode);
    const period = periods.get(frequencies.find(Boolean) || '');
    const cap = caps.get(contract);
    return {
      contract,
      moves: all
        .filter(isAhead)
        .map((row): RehearsedMove => ({ before: dueOfItem(row.before), after: dueOfItem(row.after) })),
      gone: gone.map(({ before }) => before.due),
      periods: period && [period, period],
      caps: [cap, cap],
    };
  });
}
