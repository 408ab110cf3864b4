import { stageOf } from '#answers/statuses.ts';
import { unknownAmong } from '#answers/statuses.ts';
import { isCollection } from '#answers/transaction-kind.ts';
import { useReadOfRecord } from '#console/api/client.ts';
import { useTenant } from '#console/api/tenant.ts';
import type { Transaction } from '#console/domain/timeline/events.ts';
import { addMonths, type DateText } from '#rules/calendar.ts';

/** The last 12 debits of a client, within 12 months. */
const [most, months] = [12, 12];

interface History {
  /** Newest first. */
  debits: Transaction[];
  unpaid: number;
  /** The last paid date; `undefined` if these months have none. */
  paidOn?: string;
  /** Statuses neither paid nor unpaid; with any of them, nothing is counted. */
  unknown: string[];
}

export function historyOf(transactions: readonly Transaction[]): History {
  const all = transactions
    .filter((it) => isCollection(it) && it.TransactionDate)
    .toSorted((one, other) => (one.TransactionDate! < other.TransactionDate! ? 1 : -1));
  const debits = all.slice(0, most);
  return {
    debits,
    unpaid: debits.filter((it) => stageOf(it.Status) === 'unpaid').length,
    paidOn: all.find((it) => stageOf(it.Status) === 'paid')?.TransactionDate ?? undefined,
    unknown: unknownAmong(debits.map((it) => it.Status)),
  };
}

/** `3 of the last 12 debits were unpaid.`, as far as the statuses are known. */
export function historyText({ debits, unpaid }: Pick<History, 'debits' | 'unpaid'>): string {
  if (debits.length === 1) return unpaid === 1 ? 'The only debit was unpaid.' : 'The only debit was not unpaid.';
  return `${unpaid} of the last ${debits.length} debits ${unpaid === 1 ? 'was' : 'were'} unpaid.`;
}

export function useHistory(client: string | null | undefined, today: DateText) {
  const { product } = useTenant();
  const from = addMonths(today, -months);
  const read = useReadOfRecord(
    'transactionReport',
    client ? { StartDate: `${from} 00:00`, EndDate: `${today} 23:59`, Product: product, ClientNumber: client } : null,
  );
  // The filter is optional: a service may ignore it and return all clients.
  const own = read.data?.records.filter((it) => it.ClientNumber == null || it.ClientNumber === client);
  return { read, from, history: own && historyOf(own) };
}
