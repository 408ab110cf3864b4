import type { Config } from '#console/api/config.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { refetch } from '#console/domain/write/refetch.ts';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import type { Input } from '#contract/operations.ts';
import type { Days } from '#kit/dates/ranges.ts';
import { rangeFields } from '#report-engine/slices.ts';
import type { DateText } from '#rules/calendar.ts';
import { grouped } from '#rules/sums.ts';
import { moneyItems, type MoneyItem } from './item.ts';
import type { RowDebits } from './row-debits.ts';
import { debitOutcomes, rowDebitsOf } from './row-outcomes.ts';
import { underwayCodes } from './underway-codes.ts';

/** The debits of all contracts, by contract: each report in one call. */
export async function readRowDebits(
  tenant: Tenant,
  config: Config,
  { from, to }: Days,
  today: DateText,
  signal: AbortSignal,
): Promise<Map<string, RowDebits>> {
  const ask = <N extends 'transactionReport' | 'futureTransactionReport' | 'omniInstalmentList'>(
    name: N,
    input: Input<N>,
  ) => refetch(name, tenant, input, signal);
  const [past, scheduled, ...underway] = await Promise.all([
    ask('transactionReport', { ...rangeFields('dateTime', { from, to: today }), Product: tenant.product }),
    ask('futureTransactionReport', rangeFields('date', { from: today, to })),
    ...underwayCodes(config).map((Status) => ask('omniInstalmentList', { Status })),
  ]);
  const items: MoneyItem[] = [
    ...debitOutcomes(past),
    ...moneyItems('instalment', scheduled),
    ...moneyItems('omni', underway.flat()),
  ];
  return new Map([...grouped(items, segmentOfRecord)].map(([key, its]) => [key, rowDebitsOf(its, today)]));
}
