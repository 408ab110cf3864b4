import type { Output } from '../../contract/operations.ts';
import { dateOf } from '../../rules/calendar.ts';
import { formatCents, toCents } from '../../rules/money.ts';

export type Instalment = Output<'instalmentList'>;

/** Names an instalment among those of any contracts. */
export const keyOf = (it: Instalment): string =>
  `${it.ContractSequence ?? `${it.ClientNumber}/${it.ContractNumber}`}/${it.InstalmentSequence}`;

/** "instalment 3", and of which contract where there are several. */
export const nameOf = (it: Instalment, isOfMany: boolean): string =>
  `instalment ${it.InstalmentSequence}${isOfMany ? ` of ${it.ClientNumber} / ${it.ContractNumber}` : ''}`;

export const isScheduled = (it: Instalment): boolean => it.InstalmentStatus === 'SCHEDULED';

/** Why this instalment cannot be changed; undefined where it can. A status that was not returned is left to the service. */
export function heldBack(it: Instalment, today: string): string | undefined {
  if (it.InstalmentSequence == null) return 'not numbered';
  if (it.InstalmentStatus && it.InstalmentStatus !== 'SCHEDULED') return 'no longer scheduled';
  if (it.InstalmentActionDate && dateOf(it.InstalmentActionDate) <= today) return 'goes out today';
  return undefined;
}

/** `3 instalments, R 300,00`; amounts are summed in whole cents. */
export function countAndSum(list: readonly Instalment[]): string {
  const cents = list.reduce((total, it) => total + (toCents(it.InstalmentAmount ?? 0) ?? 0), 0);
  return `${list.length} ${list.length === 1 ? 'instalment' : 'instalments'}, ${formatCents(cents)}`;
}

/** What a cancel of the whole contract at `date` (a date-time) takes: scheduled, after it, and not already on its way. */
export const goingAfter = (list: readonly Instalment[], date: string, today: string): Instalment[] =>
  list.filter((it) => {
    const at = it.InstalmentActionDate ?? '';
    return isScheduled(it) && at > date && dateOf(at) > today;
  });
