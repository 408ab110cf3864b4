import { contractIdOf, segmentOfRecord } from '#console/api/contract-id.ts';
import { grouped } from '#console/domain/collections/day-groups.ts';
import { rulesOf } from '#console/domain/scheduled-item/rules.ts';
import { stageOf, unknownAmong, unknownText } from '#console/domain/statuses.ts';
import { countText } from '#console/kit/ui/sums.ts';
import type { LooseOutput } from '#contract/operations.ts';
import { dateOf, isDate } from '#rules/calendar.ts';
import { minuteText } from '#rules/day-text.ts';

/**
 * An instalment as either resource returns it: the same thing, its day and its status under two words. The report of what is
 * scheduled tells its client's name instead of the number.
 */
export type Instalment = LooseOutput<'instalmentList'> &
  LooseOutput<'omniInstalmentList'> & { Name?: string | null; Surname?: string | null };

/** When it is due: a date-time, of an omni instalment a date. */
export const dueOf = (it: Instalment): string => it.InstalmentActionDate ?? it.CollectionDate ?? '';

export const statusOf = (it: Instalment): string => it.InstalmentStatus ?? it.Status ?? '';

/** Names an instalment among those of any contracts. */
export const keyOf = (it: Instalment): string => `${segmentOfRecord(it)}/${it.InstalmentSequence}`;

/** Whose it is, as far as that is known: by name, else by number. */
export const clientOf = (it: Instalment, nameOfClient: (number: string) => string | undefined): string =>
  (it.ClientNumber && nameOfClient(it.ClientNumber)) ||
  [it.Name, it.Surname].filter(Boolean).join(' ') ||
  (it.ClientNumber ?? '');

/** Its contract's number, or sequence where that is all there is. */
export const contractOf = (it: Instalment): string => it.ContractNumber || String(it.ContractSequence ?? '');

/** Of what a list or a file has so many. */
export const noun = ['instalment', 'instalments'] as const;

/** `1 instalment`, `3 instalments`. */
export const counted = (count: number): string => countText(count, noun);

/** "instalment 3", and of which contract where there are several. */
export const nameOf = (it: Instalment, isOfMany: boolean): string =>
  `instalment ${it.InstalmentSequence}${isOfMany ? ` of ${[it.ClientNumber, it.ContractNumber].filter(Boolean).join(' / ') || contractOf(it)}` : ''}`;

/** The fields that tell the service which one is meant. One without a number of its own is never offered to be changed. */
export const targetOf = (it: Instalment) => ({
  ...contractIdOf(it),
  // Never left out: a cancel of omni instalments that names none takes all that remain (interface, Omni instalments).
  InstalmentSequence: it.InstalmentSequence ?? 0,
});

/** Those of the same contract on the same day, by an instalment and the day that it has or is to have; no cancelled one. */
export type SameDay = (it: Instalment, day: string) => readonly Instalment[];

/** Tells what is collected together: two of one contract on one day are mostly a mistake. */
export function sameDayIn(list: readonly Instalment[]): SameDay {
  const nameOfDay = (it: Instalment, day: string) =>
    `${it.ContractSequence ?? `${it.ClientNumber}/${it.ContractNumber}`} ${day}`;
  const deliveryStatus = list.filter((it) => stageOf(statusOf(it)) !== 'cancelled' && isDate(dateOf(dueOf(it))));
  const days = grouped(deliveryStatus, (it) => nameOfDay(it, dateOf(dueOf(it))));
  return (it, day) =>
    stageOf(statusOf(it)) === 'cancelled'
      ? []
      : (days.get(nameOfDay(it, day)) ?? []).filter((other) => keyOf(other) !== keyOf(it));
}

/** `same day as No. 3`; '' for none. */
export const sameDayText = (others: readonly Instalment[]): string =>
  others.length === 0 ? '' : `same day as ${others.map((it) => `No. ${it.InstalmentSequence ?? '?'}`).join(', ')}`;

export const {
  affectedByCancel,
  ahead,
  countAndSum,
  isChangeable,
  isScheduled,
  itemOf,
  matched,
  notEditableReason,
  reasonOf,
  reasonsIn,
} = rulesOf<Instalment>({
  noun: 'instalment',
  numberOf: (it) => it.InstalmentSequence,
  statusOf,
  dueOf,
  amountOf: (it) => it.InstalmentAmount,
  statusField: 'InstalmentStatus',
  resultOf: (it) => it.InstalmentResult,
});

/** How many go with a contract, how much and from when to when, and of how many of them that is not sure. */
export function affectedText(going: readonly Instalment[]): string {
  const days = going.map(dueOf).filter((at) => isDate(dateOf(at)));
  const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)].map((at) => at && minuteText(at));
  const span = first && `, from ${first} to ${last}`;
  const unknown = unknownAmong(going.map(statusOf));
  const doubt = unknown.length > 0 ? `. ${unknownText(unknown)} Fewer may go.` : '';
  return `${countAndSum(going)}${span ?? ''}${doubt}`;
}
