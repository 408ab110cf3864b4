import { normalized } from '#answers/normalize.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { askReport } from '#console/domain/collections/report-figures.ts';
import type { UnpaidDebit } from '#console/domain/collections/unpaid/debits.ts';
import { inContracts, ofListed } from '#console/domain/money-item/report-contract.ts';
import type { Days } from '#console/kit/dates/ranges.ts';

export interface Scheduled {
  ContractSequence?: number | null;
  ContractNumber?: string | null;
  InstalmentActionDate?: string | null;
  InstalmentAmount?: number | null;
}

/**
 * What the contracts of some debits have scheduled in `range`.
 * @throws CallError
 */
export const scheduledOf = (
  tenant: Tenant,
  range: Days,
  list: readonly UnpaidDebit[],
  signal?: AbortSignal,
): Promise<Scheduled[]> =>
  askReport(
    'future-transactions',
    tenant,
    range,
    async (source) => {
      const { rows } = await source.found(
        ['ContractSequence', 'ContractNumber', 'InstalmentActionDate', 'InstalmentAmount'],
        [inContracts(list)],
      );
      return ofListed(normalized<Scheduled>([...rows]), list);
    },
    signal,
  );
