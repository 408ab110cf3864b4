import { useMemo } from 'react';
import { useRead } from '../api.ts';
import { usePlace } from '../place.ts';
import type { Range } from './ranges.ts';
import { isPayout } from '../payout.ts';
import { unpaidOf } from './unpaid-rows.ts';

/** What marks a debit as failed unless the address says otherwise; the interface lists no statuses (States). */
export const usualFailed = 'UNPAID';

/** The failed debits of a range, with their reasons, and every status that its debits have. */
export function useUnpaid({ from, to, problem }: Range, failed: string) {
  const { product } = usePlace();
  const transactions = useRead(
    'transactionReport',
    problem ? null : { StartDate: `${from} 00:00`, EndDate: `${to} 23:59`, Product: product },
  );
  const changed = useRead('omniInstalmentChangeReport', problem ? null : { StartDate: from, EndDate: to });
  const records = transactions.data?.records;
  const changes = changed.data?.records;
  const found = useMemo(
    () => ({
      list: unpaidOf(records ?? [], changes ?? [], failed),
      statuses: [...new Set((records ?? []).flatMap((it) => (isPayout(it) ? [] : (it.Status ?? []))))].toSorted(),
    }),
    [records, changes, failed],
  );
  // A report that finds nothing may answer 404 (interface, Errors).
  const errorOf = (read: typeof transactions.error) => (read?.kind === 'notFound' ? null : read);
  return {
    ...found,
    // Without their reasons the debits would be grouped anew under the hand of who chooses some.
    isLoading: transactions.isLoading || changed.isLoading,
    error: errorOf(transactions.error),
    /** Why no reasons are told; the debits are there all the same. */
    reasonError: errorOf(changed.error),
    retry: () => void Promise.all([transactions.refetch(), changed.refetch()]),
  };
}
