import { normalized } from '#console/api/normalize.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { askReport } from '#console/domain/collections/report-figures.ts';
import type { Unpaid } from '#console/domain/collections/unpaid/debits.ts';
import type { Days } from '#console/kit/dates/ranges.ts';
import { stageOf } from '#console/model/statuses.ts';
import { addDays, type DateText } from '#rules/calendar.ts';

export interface Scheduled {
  ContractSequence?: number | null;
  InstalmentActionDate?: string | null;
  InstalmentAmount?: number | null;
}

const contractsOf = (list: readonly Unpaid[]) => ({
  fieldName: 'ContractSequence',
  kind: 'oneOf' as const,
  values: [...new Set(list.map((it) => (it.ContractSequence == null ? null : String(it.ContractSequence))))],
});

/** Days back in which a debit without an outcome was submitted. */
const submittedDays = 31;

/**
 * The debits of these contracts that are still at the bank. The report of future transactions has none of them
 * (docs/decisions.md, 32), so they are taken from the report of changes.
 * @throws CallError
 */
export const underwayOf = (
  tenant: Tenant,
  today: DateText,
  list: readonly Unpaid[],
  signal?: AbortSignal,
): Promise<Scheduled[]> =>
  askReport(
    'omni-instalment-changes',
    tenant,
    { from: addDays(today, -submittedDays), to: today },
    async (source) => {
      const { rows } = await source.found(
        ['ContractSequence', 'InstalmentActionDate', 'InstalmentAmount', 'InstalmentStatus'],
        [contractsOf(list)],
      );
      return normalized<Scheduled & { InstalmentStatus?: string | null }>([...rows]).filter(
        (it) => stageOf(it.InstalmentStatus) === 'underway',
      );
    },
    signal,
  );

/**
 * What the contracts of some debits have scheduled in `range`.
 * @throws CallError
 */
export const scheduledOf = (
  tenant: Tenant,
  range: Days,
  list: readonly Unpaid[],
  signal?: AbortSignal,
): Promise<Scheduled[]> =>
  askReport(
    'future-transactions',
    tenant,
    range,
    async (source) => {
      const { rows } = await source.found(
        ['ContractSequence', 'InstalmentActionDate', 'InstalmentAmount'],
        [contractsOf(list)],
      );
      return normalized([...rows]);
    },
    signal,
  );
