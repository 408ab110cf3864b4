import { useMemo } from 'react';
import { normalStatus } from '#answers/statuses.ts';
import { useTenant } from '#console/api/tenant.ts';
import { contractTexts } from '#console/domain/client/names/column.tsx';
import { useHasDigits, useNamed } from '#console/domain/client/names/named.ts';
import { mayBeInitiated } from '#console/domain/contract/initiate-status.ts';
import { useFound, useListed } from '#console/domain/list/search.ts';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import { contractsSeen, useRecentRecords } from '#console/session/recent-records.ts';
import type { LooseOutput } from '#contract/operations.ts';
import { joinedRows, useSearch } from '#kit/list/use-search.ts';

export type Mandate = LooseOutput<'mandateList'> & { ClientName?: string | null };

/** Newest first; those without a sequence last. */
export const newestMandatesFirst = <Row extends { ContractSequence?: number | null }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => (other.ContractSequence ?? 0) - (one.ContractSequence ?? 0));

/**
 * The mandates of a list page, or the session's if the service can't list them. A search without a match asks the
 * service.
 * @param status only this status; requested from the service if its records lack the status
 * @param isOfStatusOnly the page shows this status only, so the session's mandates are left out, and a search covers
 * all
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
    if (isUnlisted) return newestMandatesFirst([...contractsSeen({ merchant, product }).values()] as Mandate[]);
    const wanted = normalStatus(status);
    return newestMandatesFirst(
      hasStatuses && status ? records.filter((it) => normalStatus(it.MandateStatusCode) === wanted) : records,
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
    /** All that are listed. */
    count: isUnlisted ? 0 : all.records.length,
    /** Statuses that may mean awaiting approval. */
    unclear: [...new Set(all.records.map((it) => it.MandateStatusCode ?? '').filter(mayBeInitiated))],
    rows: joinedRows(more, search.rows, segmentOfRecord),
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
