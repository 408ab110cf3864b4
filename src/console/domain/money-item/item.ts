import { stageOf, unknownAmong } from '#answers/statuses.ts';
import { sumText } from '#console/domain/collections/day-groups.ts';
import { contractIdOf, segmentOfRecord } from '#console/model/contract-id.ts';
import { statusesInOrder, unknownText } from '#console/model/statuses.ts';
import type { LooseOutput } from '#contract/operations.ts';
import { countText, sumOf } from '#kit/ui/sums.ts';
import { dateOf, isDate } from '#rules/calendar.ts';
import { minuteText } from '#rules/day-text.ts';
import { foreignCurrency } from '#rules/money.ts';
import { addUp, grouped } from '#rules/sums.ts';

type Owned<R> = R & { ContractSequence?: number | null } & Partial<
    Record<'ClientNumber' | 'ContractNumber' | 'ClientName' | 'Name' | 'Surname' | 'Currency', string | null>
  >;

/** A record of each kind, with what only some lists have: reports have the client's name instead of the number. */
interface ItemRecords {
  instalment: Owned<LooseOutput<'instalmentList'> & { CollectionDate?: string | null; FrequencyCode?: string | null }>;
  omni: Owned<LooseOutput<'omniInstalmentList'> & { InstalmentResult?: string | null }>;
  payment: Owned<LooseOutput<'payoutPaymentList'>>;
}
type ItemKind = keyof ItemRecords;

type Maybe<T> = T | null | undefined;

/** Number, date, amount, status and bank's code, for which each kind has fields of its own. */
type Read = [Maybe<number>, Maybe<string>, Maybe<number>, Maybe<string>, Maybe<string>];
const readers: { [K in ItemKind]: (it: ItemRecords[K]) => Read } = {
  instalment: (it) => [
    it.InstalmentSequence,
    it.InstalmentActionDate,
    it.InstalmentAmount,
    it.InstalmentStatus,
    it.InstalmentResult,
  ],
  omni: (it) => [it.InstalmentSequence, it.CollectionDate, it.InstalmentAmount, it.Status, it.InstalmentResult],
  payment: (it) => [it.PaymentSequence, it.PaymentDate, it.PaymentAmount, it.PaymentStatus, it.ResponseCode],
};

function valuesOf<K extends ItemKind>(kind: K, record: ItemRecords[K]) {
  const [number, due, amount, status, code] = readers[kind](record);
  const stage = stageOf(status);
  return {
    kind,
    /** Within its contract. */
    number,
    /** Date-time; a date for omni instalments; '' if the record has none. */
    due: due ?? '',
    amount,
    status: status ?? '',
    /** `undefined` for a status that is not known here. */
    stage,
    /** The bank's code of the failure; `undefined` if paid. */
    reason: stage === 'paid' ? undefined : code || undefined,
    /** Unless it is the merchant's own. */
    currency: foreignCurrency(record.Currency),
  };
}

/** A record with its kind, and with the values of all kinds under the same names. */
type ItemOf<K extends ItemKind> = ItemRecords[K] & ReturnType<typeof valuesOf<K>>;
export type Instalment = ItemOf<'instalment'>;
export type OmniInstalment = ItemOf<'omni'>;
export type Payment = ItemOf<'payment'>;
export type MoneyItem = Instalment | OmniInstalment | Payment;

export const moneyItem = <K extends ItemKind>(kind: K, record: ItemRecords[K]): ItemOf<K> => ({
  ...record,
  ...valuesOf(kind, record),
});

type OfReport = Owned<LooseOutput<'transactionReport'>>;

/** A transaction of a debit as an instalment, which has no number. */
export const transactionItem = ({
  TransactionDate,
  Amount,
  Status,
  ...it
}: Pick<OfReport, 'TransactionDate' | 'Amount' | 'Status'> & Owned<object>): Instalment =>
  moneyItem('instalment', {
    ...it,
    InstalmentActionDate: TransactionDate,
    InstalmentAmount: Amount,
    InstalmentStatus: Status,
  });

/** @param fields of its record */
export function changedItem<Item extends MoneyItem>(item: Item, fields: Readonly<Record<string, unknown>>): Item {
  const record = { ...item, ...fields };
  return { ...record, ...valuesOf<ItemKind>(item.kind, record) };
}

/** Of a field that not all kinds have. */
export function fieldOfItem(item: MoneyItem, fieldName: string): unknown {
  const record: Readonly<Record<string, unknown>> = { ...item };
  return record[fieldName];
}

const itemLists: { [K in ItemKind]: WeakMap<object, ItemOf<K>[]> } = {
  instalment: new WeakMap(),
  omni: new WeakMap(),
  payment: new WeakMap(),
};
const none: never[] = [];

/** The same list for the same records, for memoised consumers. */
export function moneyItems<K extends ItemKind>(kind: K, records: readonly ItemRecords[K][] = none): ItemOf<K>[] {
  const items = itemLists[kind].get(records) ?? records.map((it) => moneyItem(kind, it));
  itemLists[kind].set(records, items);
  return items;
}

export type Noun = 'instalment' | 'payment';

export const nounOf = ({ kind }: MoneyItem): Noun => (kind === 'payment' ? 'payment' : 'instalment');

/** `3 instalments` */
export const itemCountText = (count: number, noun: Noun): string => countText(count, [noun, `${noun}s`]);

/** Unique across contracts. */
export const itemKey = (item: MoneyItem): string => `${segmentOfRecord(item)}/${item.number}`;

export const clientOf = (item: Owned<object>, nameOfClient: (number: string) => string | undefined): string =>
  item.ClientName ||
  (item.ClientNumber && nameOfClient(item.ClientNumber)) ||
  [item.Name, item.Surname].filter(Boolean).join(' ') ||
  (item.ClientNumber ?? '');

export const itemContract = (item: MoneyItem): string => item.ContractNumber || String(item.ContractSequence ?? '');

/** `instalment 3`, with its contract if the list has several. */
export const nameOf = (item: MoneyItem, isOfMany: boolean): string =>
  `${nounOf(item)} ${item.number}${isOfMany ? ` of ${[item.ClientNumber, item.ContractNumber].filter(Boolean).join(' / ') || itemContract(item)}` : ''}`;

/** Fields that identify the item to the service. Items without a number are never offered for changes. */
export const itemTarget = (item: MoneyItem) => ({
  ...contractIdOf(item),
  // Never omitted: a cancel of omni instalments without a number cancels all that remain (docs/decisions.md, 16).
  ...(item.kind === 'payment'
    ? { PaymentSequence: item.PaymentSequence ?? 0 }
    : { InstalmentSequence: item.InstalmentSequence ?? 0 }),
});

const addedUp = (list: readonly MoneyItem[]) =>
  addUp(list.map((it) => ({ count: 1, cents: sumOf([it.amount]), currency: it.currency })));

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
export const statusesOf = (list: readonly MoneyItem[]): string[] => statusesInOrder(list.map((it) => it.status));

/** Items of the same minute keep their order. */
export const byDate = <T extends MoneyItem>(list: readonly T[]): T[] =>
  list.toSorted((one, other) => (one.due < other.due ? -1 : one.due > other.due ? 1 : 0));

export const contractDayKey = (item: MoneyItem, day: string) => `${segmentOfRecord(item)} ${day}`;

/** Other items of the contract on a day, except cancelled ones. */
export type SameDay = (it: MoneyItem, day: string) => readonly MoneyItem[];

/** Two items of one contract on one day are mostly a mistake. */
export function sameDayIn(list: readonly MoneyItem[]): SameDay {
  const dated = list.filter((it) => stageOf(it.status) !== 'cancelled' && isDate(dateOf(it.due)));
  const days = grouped(dated, (it) => contractDayKey(it, dateOf(it.due)));
  return (it, day) =>
    stageOf(it.status) === 'cancelled'
      ? []
      : (days.get(contractDayKey(it, day)) ?? []).filter((other) => itemKey(other) !== itemKey(it));
}

/** `same day as No. 3`; '' for none. */
export const sameDayText = (others: readonly MoneyItem[]): string =>
  others.length === 0 ? '' : `same day as ${others.map((it) => `No. ${it.number ?? '?'}`).join(', ')}`;

/** Count, sum and dates of the items that a cancel takes, and whether an unknown status makes that uncertain. */
export function affectedText(affected: readonly MoneyItem[]): string {
  const days = affected.map((it) => it.due).filter((at) => isDate(dateOf(at)));
  const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)].map((at) => at && minuteText(at));
  const span = first && `, from ${first} to ${last}`;
  const unknown = unknownAmong(affected.map((it) => it.status));
  const caveat = unknown.length > 0 ? `. ${unknownText(unknown)} Fewer may go.` : '';
  return `${countAndSum(affected)}${span ?? ''}${caveat}`;
}
