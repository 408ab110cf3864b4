import type { Output } from '../../contract/operations.ts';
import { links } from '../links.ts';
import { collectionsOf } from './calendar-entries.ts';
import type { Days } from './ranges.ts';

/** The transactions report of some days, narrowed as its address says it: `Status:oneOf:UNPAID`. */
export function transactionsPath({ from, to }: Days, filters: readonly string[]): string {
  const query = new URLSearchParams({ from, to });
  for (const it of filters) query.append('where', it);
  return `${links.reports('transactions')}?${query}`;
}

/** What leaves the payouts out of a report, where some came. */
export function collectionFilters(records: readonly Output<'transactionReport'>[]): string[] {
  const collections = collectionsOf(records);
  if (collections.length === records.length || collections.length === 0) return [];
  // `%` is how the report's address says "no value".
  const types = new Set(collections.map((it) => it.TransactionType ?? '%'));
  return [`TransactionType:oneOf:${[...types].join(',')}`];
}
