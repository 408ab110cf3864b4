import { useQuery } from '@tanstack/react-query';
import { useTenant } from '#console/api/tenant.ts';
import type { OfContract } from '#console/domain/contract/names.ts';
import { useToday } from '#console/session/today.ts';
import { addDays } from '#rules/calendar.ts';
import { reportContract } from './report-contract.ts';
import { contractDebits } from './report-items.ts';

/** Days back in which a debit without an outcome was submitted. */
const submittedDays = 31;

/**
 * Debits of the contracts of `list` that are at the bank. The report of future transactions has none of them
 * (docs/decisions.md, 32), so they are taken from the report of changes. No data while loading or after an error;
 * `null` asks nothing.
 */
export function useUnderway(list: readonly OfContract[] | null) {
  const { merchant, product } = useTenant();
  const today = useToday();
  const contracts = [...new Set((list ?? []).map(reportContract))];
  return useQuery({
    queryKey: ['omniInstalmentChangeReport', merchant, product, today, 'underway', contracts],
    queryFn: async ({ signal }) => {
      const range = { from: addDays(today, -submittedDays), to: today };
      const debits = await contractDebits('omni-instalment-changes', { merchant, product }, range, list ?? [], signal);
      return debits.filter((it) => it.stage === 'underway');
    },
    enabled: list !== null,
    retry: false,
  });
}
