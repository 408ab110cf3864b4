import { useReadOfRecord } from '#console/api/client.ts';
import { isChangeable } from '#console/domain/money-item/rules.ts';
import type { Input, LooseOutput } from '#contract/operations.ts';
import type { DateText } from '#rules/calendar.ts';

export type OmniInstalment = LooseOutput<'omniInstalmentList'>;

const none: OmniInstalment[] = [];

/** Instalments that can still be cancelled: not over, not due today. */
export const remainingOf = (list: readonly OmniInstalment[], today: DateText): OmniInstalment[] =>
  list.filter((it) => isChangeable(it, today));

/** `null` asks nothing. */
export function useOmni(filter: Input<'omniInstalmentList'> | null) {
  const read = useReadOfRecord('omniInstalmentList', filter);
  return { ...read, list: read.data?.records ?? none };
}
