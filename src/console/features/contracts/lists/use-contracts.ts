import { useMemo } from 'react';
import { contractTexts } from '#console/domain/client/names/column.tsx';
import { useHasDigits, useNamed } from '#console/domain/client/names/named.ts';
import { useFound, useListed } from '#console/domain/list/search.ts';
import { joined, useSearch } from '#console/kit/list/use-search.ts';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import { useKnownContracts, withoutMandate } from './known.ts';
import { newestFirst, type Mandate } from './use-mandates.ts';

/** A contract, as far as it is known: of one with a mandate its terms, of another its numbers. */
export type Contract = Mandate & { hasMandate?: boolean };

/**
 * Every contract that is listed, or elsewhere known: the mandates first, then those without one, each the newest first. A
 * search that finds none here asks the service.
 */
export function useContracts(which: 'all' | 'withoutMandate') {
  const listed = useListed('mandateList', '');
  const all = useListed('contractList', '');
  const { records, isUnlisted, isLoading } = listed;
  const known = useKnownContracts(all.isUnlisted && !isLoading, isUnlisted);
  const others: readonly Contract[] = all.isUnlisted ? known.list : all.records;
  const isWaiting = isLoading || (which === 'withoutMandate' && (all.isLoading || known.isLoading));
  const sorted = useMemo((): Contract[] => {
    // Without the mandates a row could not say its status, and would change its height once they have loaded.
    if (isWaiting) return [];
    const withoutOne = newestFirst(withoutMandate(others, records));
    // Where no mandates are listed, nobody knows which of them have one.
    const without = withoutOne.map((it) => ({ ...it, ...(!isUnlisted && { hasMandate: false }) }));
    return which === 'all' ? [...newestFirst(records), ...without] : without;
  }, [isWaiting, records, others, isUnlisted, which]);
  const rows: readonly Contract[] = useNamed(sorted);
  const search = useSearch<Contract>(rows, { textsOf: contractTexts, hasDigits: useHasDigits(), isLoading: isWaiting });
  const typedNumber = isUnlisted ? search.settled : search.unmatched;
  const contracts = useFound('contractList', typedNumber);
  const mandates = useFound('mandateList', isUnlisted ? typedNumber : '');
  const found = useMemo(() => {
    const once = new Map<string, Contract>();
    for (const it of [...contracts.records, ...mandates.records])
      once.set(segmentOfRecord(it), { ...once.get(segmentOfRecord(it)), ...it } as Contract);
    return [...once.values()];
  }, [contracts.records, mandates.records]);
  const more = useNamed(found);
  return {
    search,
    rows: joined<Contract>(more, search.rows, segmentOfRecord),
    /** Where the service lists no contracts: those that are known. */
    known: all.isUnlisted ? known : undefined,
    isUnlisted,
    /** Contracts without a mandate are still loading. */
    isGrowing: all.isLoading || known.isLoading,
    status: {
      loading: isWaiting || (typedNumber !== '' && (contracts.isLoading || mandates.isLoading)),
      error:
        (isUnlisted ? null : listed.error) ?? (all.isUnlisted ? null : all.error) ?? contracts.error ?? mandates.error,
      retry: () => {
        for (const it of [listed, all, contracts, mandates]) it.retry();
      },
    },
  };
}
