import { useMemo } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import { contractTexts } from '#console/domain/client/names/column.tsx';
import { useHasDigits, useNamed } from '#console/domain/client/names/named.ts';
import { mayBeInitiated } from '#console/domain/contract/initiate-status.ts';
import { useFound, useListed } from '#console/domain/list/search.ts';
import { joined, useSearch } from '#console/kit/list/use-search.ts';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import { contractsSeen, useRecentRecords } from '#console/session/recent-records.ts';
import type { LooseOutput } from '#contract/operations.ts';

export type Mandate = LooseOutput<'mandateList'> & { ClientName?: string | null };

/** The newest first; those without a sequence after them, as they came. */
export const newestFirst = <Row extends { ContractSequence?: number | null }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => (other.ContractSequence ?? 0) - (one.ContractSequence ?? 0));

/**
 * Mandates for a list page. Where the service lists none without identification, those of this session; a search that
 * finds none here then asks the service.
 *
 * @param status only those of this status. A service whose records do not tell their status is asked for them
 * @param isOfStatusOnly the page is of that status: nothing of this session is known to have it, and a search asks for any
 */
export function useMandates({ status, isOfStatusOnly = false }: { status: string; isOfStatusOnly?: boolean }) {
  const tenant = useTenant();
  const version = useRecentRecords();
  const all = useListed('mandateList', '');
  const hasStatuses = all.records.some((it) => it.MandateStatusCode != null);
  const isFiltered = status !== '' && !all.isLoading && !hasStatuses;
  const some = useListed('mandateList', '', isFiltered ? { MandateStatusCode: status } : null);
  const listed = isFiltered ? some : all;
  const { records, isUnlisted } = listed;
  const { merchant, product } = tenant;
  const sorted = useMemo(() => {
    if (isUnlisted && isOfStatusOnly) return [];
    if (isUnlisted) return newestFirst([...contractsSeen({ merchant, product }).values()] as Mandate[]);
    const wanted = status.toUpperCase();
    return newestFirst(
      hasStatuses && status ? records.filter((it) => it.MandateStatusCode?.toUpperCase() === wanted) : records,
    );
    // `version`: what this session has seen grows in place.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [records, isUnlisted, isOfStatusOnly, hasStatuses, status, merchant, product, isUnlisted && version]);
  const rows: readonly Mandate[] = useNamed(sorted);
  const search = useSearch<Mandate>(rows, {
    textsOf: contractTexts,
    hasDigits: useHasDigits(),
    isLoading: listed.isLoading,
  });
  const typedNumber = isUnlisted ? search.settled : isOfStatusOnly ? search.unmatched : '';
  const found = useFound('mandateList', typedNumber, status && !isOfStatusOnly ? { MandateStatusCode: status } : {});
  const more: readonly Mandate[] = useNamed(found.records as Mandate[]);
  const error = isUnlisted ? found.error : (listed.error ?? found.error);
  return {
    search,
    /** Statuses of mandates that may await approval under another name. */
    unclear: [...new Set(all.records.map((it) => it.MandateStatusCode ?? '').filter(mayBeInitiated))],
    rows: joined(more, search.rows, segmentOfRecord),
    isUnlisted,
    status: {
      loading: listed.isLoading || (typedNumber !== '' && found.isLoading),
      error,
      retry: () => {
        listed.retry();
        found.retry();
      },
    },
  };
}
