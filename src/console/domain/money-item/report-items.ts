import { normalizedRecords } from '#answers/normalize.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { askReport } from '#console/domain/collections/report-figures.ts';
import type { Filter } from '#console/kit/base/grid-source.ts';
import type { Days } from '#console/kit/dates/ranges.ts';
import type { ReportSource } from '#console/report-engine/protocol.ts';
import type { MoneyItem } from './item.ts';
import { inContracts, ofListed } from './report-contract.ts';

const itemsIn = async (source: ReportSource, fieldNames: string[], filters: Filter[]): Promise<MoneyItem[]> =>
  normalizedRecords<MoneyItem>([...(await source.found(fieldNames, filters)).rows]);

const dueFields = [
  'ContractSequence',
  'ContractNumber',
  'InstalmentActionDate',
  'InstalmentAmount',
  'InstalmentStatus',
];
const scheduledFields = [...dueFields, 'InstalmentSequence', 'FrequencyCode'];
const collectedFields = ['ContractSequence', 'ClientNumber', 'ContractNumber', 'TransactionDate', 'Amount', 'Status'];

/** Of the report of future transactions. */
export const scheduledItems = (source: ReportSource): Promise<MoneyItem[]> => itemsIn(source, scheduledFields, []);

/** Of the report of transactions, as instalments. */
export async function collectedItems(source: ReportSource, filters: Filter[] = []): Promise<MoneyItem[]> {
  const { rows } = await source.found(collectedFields, filters);
  return rows.map(({ TransactionDate, Amount, Status, ...it }) => ({
    ...it,
    InstalmentActionDate: TransactionDate as string,
    InstalmentAmount: Amount as number,
    InstalmentStatus: Status as string,
  }));
}

/**
 * The debits of some contracts in a report of instalments.
 * @param list records of the contracts
 * @throws CallError
 */
export const contractDebits = (
  report: 'future-transactions' | 'omni-instalment-changes',
  tenant: Tenant,
  range: Days,
  list: readonly MoneyItem[],
  signal?: AbortSignal,
): Promise<MoneyItem[]> =>
  askReport(
    report,
    tenant,
    range,
    async (source) => ofListed(await itemsIn(source, dueFields, [inContracts(list)]), list),
    signal,
  );
