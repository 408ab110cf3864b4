import { normalized } from '#answers/normalize.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { askReport } from '#console/domain/collections/report-figures.ts';
import type { Days } from '#console/kit/dates/ranges.ts';
import type { MoneyItem } from './item.ts';
import { inContracts, ofListed } from './report-contract.ts';

const fieldNames = [
  'ContractSequence',
  'ContractNumber',
  'InstalmentActionDate',
  'InstalmentAmount',
  'InstalmentStatus',
];

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
    async (source) => {
      const { rows } = await source.found(fieldNames, [inContracts(list)]);
      return ofListed(normalized<MoneyItem>([...rows]), list);
    },
    signal,
  );
