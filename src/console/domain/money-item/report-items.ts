import type { Tenant } from '#console/api/tenant.ts';
import { askReport, reportRecords } from '#console/domain/collections/report-figures.ts';
import type { OfContract } from '#console/domain/contract/names.ts';
import type { FieldName } from '#contract/fields.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import type { Days } from '#kit/dates/ranges.ts';
import type { ReportSource } from '#report-engine/protocol.ts';
import { moneyItems, transactionItem, type Instalment } from './item.ts';
import { inContracts, ofListed } from './report-contract.ts';

const itemsIn = async (source: ReportSource, fieldNames: readonly FieldName[], filters: Filter[]) =>
  moneyItems('instalment', (await reportRecords(source, fieldNames, filters)).records);

const dueFields: readonly FieldName[] = [
  'ContractSequence',
  'ContractNumber',
  'InstalmentActionDate',
  'InstalmentAmount',
  'InstalmentStatus',
];
const scheduledFields: readonly FieldName[] = [...dueFields, 'InstalmentSequence', 'FrequencyCode'];

/** Of the report of future transactions. */
export const scheduledItems = (source: ReportSource): Promise<Instalment[]> => itemsIn(source, scheduledFields, []);

/** Of the report of transactions, as instalments. */
export async function collectedItems(source: ReportSource, filters: Filter[] = []): Promise<Instalment[]> {
  const { records } = await reportRecords(
    source,
    ['ContractSequence', 'ClientNumber', 'ContractNumber', 'TransactionDate', 'Amount', 'Status'],
    filters,
  );
  return records.map(transactionItem);
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
