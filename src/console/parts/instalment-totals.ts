import type { Output } from '../../contract/operations.ts';
import { dateOf } from '../../rules/calendar.ts';
import { formatCents, toCents } from '../../rules/money.ts';

/** An instalment as either family returns it: the same thing, its day and its status under two words. */
export type Instalment = Output<'instalmentList'> & Output<'omniInstalmentList'>;

/** When it is due: a date-time, of an omni instalment a date. */
export const dueOf = (it: Instalment): string => it.InstalmentActionDate ?? it.CollectionDate ?? '';

export const statusOf = (it: Instalment): string => it.InstalmentStatus ?? it.Status ?? '';

/** Names an instalment among those of any contracts. */
export const keyOf = (it: Instalment): string =>
  `${it.ContractSequence ?? `${it.ClientNumber}/${it.ContractNumber}`}/${it.InstalmentSequence}`;

/** "instalment 3", and of which contract where there are several. */
export const nameOf = (it: Instalment, isOfMany: boolean): string =>
  `instalment ${it.InstalmentSequence}${isOfMany ? ` of ${it.ClientNumber} / ${it.ContractNumber}` : ''}`;

/** The words that tell the service which one is meant. One without a number of its own is never offered to be changed. */
export const targetOf = ({ ContractSequence, ClientNumber, ContractNumber, InstalmentSequence }: Instalment) => ({
  ...(ContractSequence == null ? { ClientNumber, ContractNumber } : { ContractSequence }),
  // Never left out: a cancel of omni instalments that names none takes all that remain (interface, Omni instalments).
  InstalmentSequence: InstalmentSequence ?? 0,
});

export const isScheduled = (it: Instalment): boolean => statusOf(it) === 'SCHEDULED';

/** Why this instalment cannot be changed; undefined where it can. A status that was not returned is left to the service. */
export function heldBack(it: Instalment, today: string): string | undefined {
  if (it.InstalmentSequence == null) return 'not numbered';
  if (statusOf(it) && !isScheduled(it)) return 'no longer scheduled';
  if (dueOf(it) && dateOf(dueOf(it)) <= today) return 'goes out today';
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
    const at = dueOf(it);
    return isScheduled(it) && at > date && dateOf(at) > today;
  });
