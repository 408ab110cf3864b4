import type { QueryClient } from '@tanstack/react-query';
import { call } from '#console/api/client.ts';
import { config } from '#console/api/config.ts';
import { CallError } from '#console/api/errors.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { splitAt } from '#console/domain/collections/day-groups.ts';
import { askReport } from '#console/domain/collections/report-figures.ts';
import { collectionsOnly } from '#console/domain/collections/report-list.ts';
import { loadNumbers } from '#console/domain/contract/load-numbers.ts';
import { moneyItems, type MoneyItem } from '#console/domain/money-item/item.ts';
import { collectedItems, scheduledItems } from '#console/domain/money-item/report-items.ts';
import { underwayCodes } from '#console/domain/money-item/underway-codes.ts';
import { contractsSeen } from '#console/session/recent-records.ts';
import type { Days } from '#kit/dates/ranges.ts';
import { centsOf } from '#rules/money.ts';
import type { ExistingItem } from '#sheet-engine/existing.ts';
import type { ImportKind } from '../kinds.ts';

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;

const existingOf = (item: MoneyItem): ExistingItem => ({
  sequence: textOf(item.ContractSequence),
  client: textOf(item.ClientNumber),
  contract: textOf(item.ContractNumber),
  day: item.due.slice(0, 10),
  cents: centsOf(item.amount),
});

/** A 404 is an empty list. */
async function orNone<T>(reading: Promise<{ records: T[] }>): Promise<T[]> {
  try {
    return (await reading).records;
  } catch (error) {
    if (error instanceof CallError && error.kind === 'notFound') return [];
    throw error;
  }
}

/** Up to today, from today on, and what is at the bank, which neither report has (docs/decisions.md, 32): it is there before its day. */
async function debits(tenant: Tenant, range: Days, today: string, signal: AbortSignal): Promise<MoneyItem[]> {
  const { past, ahead } = splitAt(range, today);
  const lists = await Promise.all<MoneyItem[]>([
    past ? askReport('transactions', tenant, past, (source) => collectedItems(source, [collectionsOnly]), signal) : [],
    ahead ? askReport('future-transactions', tenant, ahead, scheduledItems, signal) : [],
    ...underwayCodes(config()).map((Status) =>
      orNone(call('omniInstalmentList', tenant, { Status }, { signal })).then((list) => moneyItems('omni', list)),
    ),
  ]);
  return lists.flat();
}

/**
 * The debits or payments of some days, without cancelled ones. @throws CallError, or the signal's reason when aborted
 */
export async function existingItems(
  { operation }: ImportKind,
  tenant: Tenant,
  { range, today, signal }: { range: Days; today: string; signal: AbortSignal },
): Promise<ExistingItem[]> {
  const items: MoneyItem[] =
    operation === 'payoutPaymentCreate'
      ? moneyItems('payment', await orNone(call('payoutPaymentList', tenant, {}, { signal })))
      : await debits(tenant, range, today, signal);
  return items
    .filter((it) => it.stage !== 'cancelled')
    .map(existingOf)
    .filter(({ day }) => day >= range.from && day <= range.to);
}

/** Items with their clients, of the contracts that a report names without them. @throws CallError */
export async function withClients(
  items: readonly ExistingItem[],
  sequences: readonly string[],
  tenant: Tenant,
  queries: QueryClient,
): Promise<ExistingItem[]> {
  if (sequences.length > 0) await loadNumbers(queries, tenant, sequences, () => {});
  const seen = contractsSeen(tenant);
  return items.map((item) => {
    const contract = item.client === undefined && item.sequence !== undefined ? seen.get(item.sequence) : undefined;
    return contract?.ClientNumber ? { ...item, client: contract.ClientNumber } : item;
  });
}
