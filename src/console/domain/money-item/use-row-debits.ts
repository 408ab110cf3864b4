import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useConfig } from '#console/api/config.ts';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { useIsQuiet } from '#console/domain/client/names/names.ts';
import { segmentOfRecord, type Named } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import { addMonths } from '#rules/calendar.ts';
import type { RowDebits } from './row-debits.ts';

/** Debits that are read for the rows of a list: of more months, the fewer contracts it has. */
const maxRead = 12_000;
const mostMonths = 6;
/** As far as a list of few contracts is read ahead: it shows which contracts end. */
const monthsAhead = 3;

/**
 * The debits of all contracts, each report in one call and only once the rows are shown.
 *
 * @param count of the contracts; 0 reads nothing
 */
export function useRowDebits(count: number) {
  const { merchant, product } = useTenant();
  const config = useConfig();
  const today = useToday();
  const noPast = useForbidden('transactionReport');
  const noFuture = useForbidden('futureTransactionReport');
  const isWanted = count > 0 && noPast === undefined && noFuture === undefined;
  // With the names of clients, not before them.
  const isQuiet = useIsQuiet();
  const months = Math.min(mostMonths, Math.max(1, Math.floor(maxRead / count)));
  const from = addMonths(today, -months);
  const to = addMonths(today, Math.min(monthsAhead, months));
  const read = useQuery({
    queryKey: ['transactionReport', merchant, product, { from, to }, 'rows'],
    queryFn: async ({ signal }) => {
      // After the rows, so that their code comes first.
      const { readRowDebits } = await import('./read-row-debits.ts');
      return readRowDebits({ merchant, product }, config, { from, to }, today, signal);
    },
    enabled: isWanted && isQuiet,
    staleTime: 60_000,
    retry: false,
  });
  const { data } = read;
  return {
    to,
    isLoading: isWanted && read.isPending,
    /** `undefined` until they have loaded, and where they can't be read. */
    debits: data,
    /** Of a row's contract. */
    of: useCallback((row: Named): RowDebits | undefined => data?.get(segmentOfRecord(row)), [data]),
    hasEnds: data !== undefined && months >= monthsAhead,
  };
}
