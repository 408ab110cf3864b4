import { normalizedRecords } from '#answers/normalize.ts';
import type { Row } from '#answers/report/columns.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { askReport } from '#console/domain/collections/report-figures.ts';
import type { OfContract } from '#console/domain/contract/names.ts';
import type { Days } from '#console/kit/dates/ranges.ts';
import type { Filter, ReportSource } from '#console/report-engine/protocol.ts';
import { moneyItems, type Instalment } from './item.ts';
import { inContracts, ofListed } from './report-contract.ts';

const itemsIn = async (source: ReportSource, fieldNames: string[], filters: Filter[]): Promise<Instalment[]> =>
  moneyItems('instalment', normalizedRecords([...(await source.found(fieldNames, filters)).rows]));

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
export const scheduledItems = (source: ReportSource): Promise<Instalment[]> => itemsIn(source, scheduledFields, []);

/** Of the report of transactions, as instalments. */
export async function collectedItems(source: ReportSource, filters: Filter[] = []): Promise<Instalment[]> {
  const { rows } = await source.found(collectedFields, filters);
  const renamed = rows.map(({ TransactionDate, Amount, Status, ...it }): Row => ({
    ...it,
    InstalmentActionDate: TransactionDate,
    InstalmentAmount: Amount,
    InstalmentStatus: Status,
  }));
  return moneyItems('instalment', renamed);
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
  list: readonly OfContract[],
  signal?: AbortSignal,
): Promise<Instalment[]> =>
  askReport(
    report,
    tenant,
    range,
    async (source) => ofListed(await itemsIn(source, dueFields, [inContracts(list)]), list),
    signal,
  );
