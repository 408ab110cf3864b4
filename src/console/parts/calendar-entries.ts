import type { Output } from '../../contract/operations.ts';
import { addDays, dateOf, isDate, isWeekend, type DateText } from '../../rules/calendar.ts';
import { toCents } from '../../rules/money.ts';
import { isPayout } from '../payout.ts';
import type { Days } from './ranges.ts';

/** One collection of a day: scheduled, or what came of it. */
export interface Entry {
  key: string;
  date: DateText;
  ContractSequence?: number;
  ContractNumber?: string;
  /** The client's number of a transaction, the name of what is scheduled: each report knows one of them. */
  client: string;
  InstalmentSequence?: number;
  InstalmentAmount: number;
  InstalmentStatus: string;
}

export interface Sum {
  count: number;
  /** Whole cents. */
  cents: number;
}

type Transaction = Output<'transactionReport'>;
type Scheduled = Output<'futureTransactionReport'>;

/** A payout is a transaction, too, and no collection. */
export const collectionsOf = (records: readonly Transaction[]): Transaction[] => records.filter((it) => !isPayout(it));

export const entriesOfTransactions = (records: readonly Transaction[]): Entry[] =>
  collectionsOf(records).map((it, at) => ({
    key: `transaction ${at}`,
    date: dateOf(it.TransactionDate ?? ''),
    ContractSequence: it.ContractSequence ?? undefined,
    ContractNumber: it.ContractNumber ?? undefined,
    client: it.ClientNumber ?? '',
    InstalmentAmount: it.Amount ?? 0,
    InstalmentStatus: it.Status ?? '',
  }));

export const entriesOfScheduled = (records: readonly Scheduled[]): Entry[] =>
  records.map((it, at) => ({
    key: `scheduled ${at}`,
    date: dateOf(it.InstalmentActionDate ?? ''),
    ContractSequence: it.ContractSequence ?? undefined,
    ContractNumber: it.ContractNumber ?? undefined,
    client: [it.Name, it.Surname].filter(Boolean).join(' '),
    InstalmentSequence: it.InstalmentSequence ?? undefined,
    InstalmentAmount: it.InstalmentAmount ?? 0,
    InstalmentStatus: it.InstalmentStatus ?? '',
  }));

/** Count and sum in whole cents, since floats drift. */
export const sumOf = (entries: readonly { InstalmentAmount: number }[]): Sum => ({
  count: entries.length,
  cents: entries.reduce((all, it) => all + (toCents(it.InstalmentAmount) ?? 0), 0),
});

/** Entries by a key of theirs, in the order in which the keys first come. */
export function grouped<K>(entries: readonly Entry[], keyOf: (entry: Entry) => K): Map<K, Entry[]> {
  const groups = new Map<K, Entry[]>();
  for (const it of entries) {
    const key = keyOf(it);
    const group = groups.get(key);
    if (group) group.push(it);
    else groups.set(key, [it]);
  }
  return groups;
}

/** Count and sum of each status, the largest count first. */
export const byStatus = (entries: readonly Entry[]): (Sum & { status: string })[] =>
  [...grouped(entries, (it) => it.InstalmentStatus)]
    .map(([status, group]) => ({ status, ...sumOf(group) }))
    .toSorted((one, other) => other.count - one.count);

/**
 * Which report knows of which days: what has happened stands in one, what is scheduled in the other, and today may have
 * both. Neither has what is submitted or in tracking: its outcome is still to come.
 */
export const splitAt = ({ from, to }: Days, today: DateText): { past?: Days; ahead?: Days } => ({
  past: from <= today ? { from, to: to < today ? to : today } : undefined,
  ahead: to >= today ? { from: from > today ? from : today, to } : undefined,
});

/** The days still to come on which collections fall though banks do not work. */
export function restless(
  days: ReadonlyMap<DateText, readonly Entry[]>,
  today: DateText,
  holidayOf: (date: DateText) => string | undefined,
): { holidays: DateText[]; weekends: DateText[] } {
  const ahead = [...days.keys()].filter((date) => isDate(date) && date >= today).toSorted();
  return {
    holidays: ahead.filter((date) => holidayOf(date) !== undefined),
    weekends: ahead.filter((date) => holidayOf(date) === undefined && isWeekend(date)),
  };
}

/** An amount as short as a day of a phone's calendar needs: `R950`, `R1,5k`, `R12k`, `R1,2m`. */
export function shortly(cents: number): string {
  const rand = Math.round(cents / 100);
  if (rand < 1000) return `R${rand}`;
  if (rand < 9950) return `R${(rand / 1000).toFixed(1).replace('.', ',')}k`;
  return rand < 999_500 ? `R${Math.round(rand / 1000)}k` : `R${(rand / 1_000_000).toFixed(1).replace('.', ',')}m`;
}

/** The seven days from a Monday on. */
export const weekFrom = (monday: DateText): Days => ({ from: monday, to: addDays(monday, 6) });
