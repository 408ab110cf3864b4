import { stageOf } from '#answers/statuses.ts';
import { unknownAmong } from '#answers/statuses.ts';
import { sumText } from '#console/domain/collections/day-groups.ts';
import { countText, sumOf } from '#console/kit/ui/sums.ts';
import { contractIdOf, segmentOfRecord } from '#console/model/contract-id.ts';
import { statusesInOrder, unknownText } from '#console/model/statuses.ts';
import type { LooseOutput } from '#contract/operations.ts';
import { dateOf, isDate } from '#rules/calendar.ts';
import { minuteText } from '#rules/day-text.ts';
import { foreignCurrency } from '#rules/money.ts';
import { addUp, grouped } from '#rules/sums.ts';

/** The report of future transactions has the client's name instead of the number. */
export type Instalment = LooseOutput<'instalmentList'> &
  LooseOutput<'omniInstalmentList'> & { Name?: string | null; Surname?: string | null; Currency?: string | null };

export type Payment = LooseOutput<'payoutPaymentList'>;

/** Has the fields of its own resource only. */
export type MoneyItem = Instalment & Payment & { ClientName?: string | null };

export type Noun = 'instalment' | 'payment';

const isPayment = (item: MoneyItem) => (item.PaymentSequence ?? item.PaymentDate ?? item.PaymentAmount) != null;

export const nounOf = (item: MoneyItem): Noun => (isPayment(item) ? 'payment' : 'instalment');

/** `3 instalments` */
export const itemCountText = (count: number, noun: Noun): string => countText(count, [noun, `${noun}s`]);

/** Its number within its contract. */
export const numberOf = (item: MoneyItem) => item.InstalmentSequence ?? item.PaymentSequence;

/** Due date-time; a date for omni instalments; '' if the record has none. */
export const dueOf = (item: MoneyItem): string =>
  item.InstalmentActionDate ?? item.CollectionDate ?? item.PaymentDate ?? '';

export const amountOf = (item: MoneyItem) => item.InstalmentAmount ?? item.PaymentAmount;

export const statusOf = (item: MoneyItem): string => item.InstalmentStatus ?? item.Status ?? item.PaymentStatus ?? '';

/** The bank's code of the failure; `undefined` if paid. */
export const reasonOf = (item: MoneyItem): string | undefined =>
  stageOf(statusOf(item)) === 'paid' ? undefined : item.InstalmentResult || item.ResponseCode || undefined;

/** Unique across contracts. */
export const itemKey = (item: MoneyItem): string => `${segmentOfRecord(item)}/${numberOf(item)}`;

export const clientOf = (item: MoneyItem, nameOfClient: (number: string) => string | undefined): string =>
  item.ClientName ||
  (item.ClientNumber && nameOfClient(item.ClientNumber)) ||
  [item.Name, item.Surname].filter(Boolean).join(' ') ||
  (item.ClientNumber ?? '');

export const itemContract = (item: MoneyItem): string => item.ContractNumber || String(item.ContractSequence ?? '');

/** `instalment 3`, with its contract if the list has several. */
export const nameOf = (item: MoneyItem, isOfMany: boolean): string =>
  `${nounOf(item)} ${numberOf(item)}${isOfMany ? ` of ${[item.ClientNumber, item.ContractNumber].filter(Boolean).join(' / ') || itemContract(item)}` : ''}`;

/** Fields that identify the item to the service. Items without a number are never offered for changes. */
export const itemTarget = (item: MoneyItem) => ({
  ...contractIdOf(item),
  // Never omitted: a cancel of omni instalments without a number cancels all that remain (docs/decisions.md, 16).
  ...(isPayment(item)
    ? { PaymentSequence: item.PaymentSequence ?? 0 }
    : { InstalmentSequence: item.InstalmentSequence ?? 0 }),
});

/** Unless it is the merchant's own. */
export const currencyOf = (item: MoneyItem): string | undefined => foreignCurrency(item.Currency);

const addedUp = (list: readonly MoneyItem[]) =>
  addUp(list.map((it) => ({ count: 1, cents: sumOf([amountOf(it)]), currency: currencyOf(it) })));

/**
 * Cents; `null` if an amount is missing or unreadable, or of another currency. Instalments and payments are never added
 * together.
 */
export function itemCents(list: readonly MoneyItem[]): number | null {
  const { cents, currency } = addedUp(list);
  return currency ? null : cents;
}

/** `3 instalments, R 300,00` */
export const countAndSum = (list: readonly MoneyItem[]): string =>
  `${itemCountText(list.length, list[0] ? nounOf(list[0]) : 'instalment')}, ${sumText(addedUp(list))}`;

/** In life-cycle order. */
export const statusesOf = (list: readonly MoneyItem[]): string[] => statusesInOrder(list.map(statusOf));

/** Items of the same minute keep their order. */
export const byDate = <T extends MoneyItem>(list: readonly T[]): T[] =>
  list.toSorted((one, other) => (dueOf(one) < dueOf(other) ? -1 : dueOf(one) > dueOf(other) ? 1 : 0));

/** Other items of the contract on a day, except cancelled ones. */
export type SameDay = (it: MoneyItem, day: string) => readonly MoneyItem[];

/** Two items of one contract on one day are mostly a mistake. */
export function sameDayIn(list: readonly MoneyItem[]): SameDay {
  const nameOfDay = (item: MoneyItem, day: string) =>
    `${item.ContractSequence ?? `${item.ClientNumber}/${item.ContractNumber}`} ${day}`;
  const dated = list.filter((it) => stageOf(statusOf(it)) !== 'cancelled' && isDate(dateOf(dueOf(it))));
  const days = grouped(dated, (it) => nameOfDay(it, dateOf(dueOf(it))));
  return (it, day) =>
    stageOf(statusOf(it)) === 'cancelled'
      ? []
      : (days.get(nameOfDay(it, day)) ?? []).filter((other) => itemKey(other) !== itemKey(it));
}

/** `same day as No. 3`; '' for none. */
export const sameDayText = (others: readonly MoneyItem[]): string =>
  others.length === 0 ? '' : `same day as ${others.map((it) => `No. ${numberOf(it) ?? '?'}`).join(', ')}`;

/** Count, sum and dates of the items that a cancel takes, and whether an unknown status makes that uncertain. */
export function affectedText(affected: readonly MoneyItem[]): string {
  const days = affected.map(dueOf).filter((at) => isDate(dateOf(at)));
  const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)].map((at) => at && minuteText(at));
  const span = first && `, from ${first} to ${last}`;
  const unknown = unknownAmong(affected.map(statusOf));
  const caveat = unknown.length > 0 ? `. ${unknownText(unknown)} Fewer may go.` : '';
  return `${countAndSum(affected)}${span ?? ''}${caveat}`;
}
