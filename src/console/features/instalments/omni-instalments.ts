import { useReadOfRecord } from '#console/api/client.ts';
import { moneyItems, type OmniInstalment } from '#console/domain/money-item/item.ts';
import { isChangeable } from '#console/domain/money-item/rules.ts';
import type { Input } from '#contract/operations.ts';
import type { DateText } from '#rules/calendar.ts';

/** Instalments that can still be cancelled: not over, not due today. */
export const remainingOf = (list: readonly OmniInstalment[], today: DateText): OmniInstalment[] =>
  list.filter((it) => isChangeable(it, today));

/** `null` asks nothing. */
export function useOmni(filter: Input<'omniInstalmentList'> | null) {
  const read = useReadOfRecord('omniInstalmentList', filter);
  return { ...read, list: moneyItems('omni', read.data?.records) };
}
