import { grouped } from '#console/domain/collections/day-groups.ts';
import { countAndSumOf, countText, sumOf } from '#console/kit/ui/sums.ts';
import { contractIdOf, segmentOfRecord } from '#console/model/contract-id.ts';
import { inOrder, stageOf, unknownAmong, unknownText } from '#console/model/statuses.ts';
import type { LooseOutput } from '#contract/operations.ts';
import { dateOf, isDate } from '#rules/calendar.ts';
import { minuteText } from '#rules/day-text.ts';

/** An instalment of either resource. The report of future transactions has the client's name instead of the number. */
export type Instalment = LooseOutput<'instalmentList'> &
  LooseOutput<'omniInstalmentList'> & { Name?: string | null; Surname?: string | null };

export type Payment = LooseOutput<'payoutPaymentList'>;

/** Money that moves on a day: an instalment or a payment. Each has the fields of its own resource only. */
export type MoneyItem = Instalment & Payment & { ClientName?: string | null };

export type Noun = 'instalment' | 'payment';

const isPayment = (it: MoneyItem) => (it.PaymentSequence ?? it.PaymentDate ?? it.PaymentAmount) != null;

export const nounOf = (it: MoneyItem): Noun => (isPayment(it) ? 'payment' : 'instalment');

/** `3 instalments` */
export const counted = (count: number, noun: Noun): string => countText(count, [noun, `${noun}s`]);

/** Its number within its contract. */
export const numberOf = (it: MoneyItem) => it.InstalmentSequence ?? it.PaymentSequence;

/** When it is due: a date-time, of an omni instalment a date; '' if the record has none. */
export const dueOf = (it: MoneyItem): string => it.InstalmentActionDate ?? it.CollectionDate ?? it.PaymentDate ?? '';

export const amountOf = (it: MoneyItem) => it.InstalmentAmount ?? it.PaymentAmount;

export const statusOf = (it: MoneyItem): string => it.InstalmentStatus ?? it.Status ?? it.PaymentStatus ?? '';

/** The bank's code for why it failed; undefined for what is paid. */
export const reasonOf = (it: MoneyItem): string | undefined =>
  stageOf(statusOf(it)) === 'paid' ? undefined : it.InstalmentResult || it.ResponseCode || undefined;

/** Identifies an item among those of any contracts. */
export const keyOf = (it: MoneyItem): string => `${segmentOfRecord(it)}/${numberOf(it)}`;

/** Its client, as far as known: by name, else by number. */
export const clientOf = (it: MoneyItem, nameOfClient: (number: string) => string | undefined): string =>
  it.ClientName ||
  (it.ClientNumber && nameOfClient(it.ClientNumber)) ||
  [it.Name, it.Surname].filter(Boolean).join(' ') ||
  (it.ClientNumber ?? '');

/** Its contract's number, or the sequence if the record has no number. */
export const contractOf = (it: MoneyItem): string => it.ContractNumber || String(it.ContractSequence ?? '');

/** `instalment 3`, and of which contract in a list of several. */
export const nameOf = (it: MoneyItem, isOfMany: boolean): string =>
  `${nounOf(it)} ${numberOf(it)}${isOfMany ? ` of ${[it.ClientNumber, it.ContractNumber].filter(Boolean).join(' / ') || contractOf(it)}` : ''}`;

/** The fields that identify one item to the service. An item without a number is never offered to be changed. */
export const targetOf = (it: MoneyItem) => ({
  ...contractIdOf(it),
  // Never left out: a cancel of omni instalments without a number cancels all that remain.
  ...(isPayment(it)
    ? { PaymentSequence: it.PaymentSequence ?? 0 }
    : { InstalmentSequence: it.InstalmentSequence ?? 0 }),
});

/** Whole cents; null if an amount is missing or can't be read. Instalments and payments are never added together. */
export const centsOf = (list: readonly MoneyItem[]): number | null => sumOf(list.map(amountOf));

/** `3 instalments, R 300,00` */
export const countAndSum = (list: readonly MoneyItem[]): string =>
  countAndSumOf(list[0] ? nounOf(list[0]) : 'instalment', list.map(amountOf));

/** The statuses in life-cycle order. */
export const statusesOf = (list: readonly MoneyItem[]): string[] => inOrder(list.map(statusOf));

/** By date; items of the same minute keep their order. */
export const byDate = <T extends MoneyItem>(list: readonly T[]): T[] =>
  list.toSorted((one, other) => (dueOf(one) < dueOf(other) ? -1 : dueOf(one) > dueOf(other) ? 1 : 0));

/** Other items of the same contract on a day, without cancelled ones. */
export type SameDay = (it: MoneyItem, day: string) => readonly MoneyItem[];

/** Finds what moves on the same day: two items of one contract on one day are mostly a mistake. */
export function sameDayIn(list: readonly MoneyItem[]): SameDay {
  const nameOfDay = (it: MoneyItem, day: string) =>
    `${it.ContractSequence ?? `${it.ClientNumber}/${it.ContractNumber}`} ${day}`;
  const dated = list.filter((it) => stageOf(statusOf(it)) !== 'cancelled' && isDate(dateOf(dueOf(it))));
  const days = grouped(dated, (it) => nameOfDay(it, dateOf(dueOf(it))));
  return (it, day) =>
    stageOf(statusOf(it)) === 'cancelled'
      ? []
      : (days.get(nameOfDay(it, day)) ?? []).filter((other) => keyOf(other) !== keyOf(it));
}

/** `same day as No. 3`; '' for none. */
export const sameDayText = (others: readonly MoneyItem[]): string =>
  others.length === 0 ? '' : `same day as ${others.map((it) => `No. ${numberOf(it) ?? '?'}`).join(', ')}`;

/** How many items a cancel takes, their sum, from when to when, and whether an unknown status makes that uncertain. */
export function affectedText(affected: readonly MoneyItem[]): string {
  const days = affected.map(dueOf).filter((at) => isDate(dateOf(at)));
  const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)].map((at) => at && minuteText(at));
  const span = first && `, from ${first} to ${last}`;
  const unknown = unknownAmong(affected.map(statusOf));
  const caveat = unknown.length > 0 ? `. ${unknownText(unknown)} Fewer may go.` : '';
  return `${countAndSum(affected)}${span ?? ''}${caveat}`;
}
