import { useMemo } from 'react';
import { contractTexts } from '#console/domain/client/names/column.tsx';
import { useHasDigits, useNamed } from '#console/domain/client/names/named.ts';
import { useFound, useListed } from '#console/domain/list/search.ts';
import { joined, useSearch } from '#console/kit/list/use-search.ts';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import { useKnownContracts, withoutMandate } from './known.ts';
import { newestFirst, type Mandate } from './use-mandates.ts';

/** With the terms of its mandate, or numbers only. */
export type Contract = Mandate & { hasMandate?: boolean };

/**
 * All listed or otherwise known contracts: those with a mandate first, newest first. A search without a match asks the
 * service.
 */
export function useContracts(which: 'all' | 'withoutMandate') {
  const listed = useListed('mandateList', '');
  const all = useListed('contractList', '');
  const { records, isUnlisted, isLoading } = listed;
  const known = useKnownContracts(all.isUnlisted && !isLoading, isUnlisted);
  const others: readonly Contract[] = all.isUnlisted ? known.list : all.records;
  const isWaiting = isLoading || (which === 'withoutMandate' && (all.isLoading || known.isLoading));
  const sorted = useMemo((): Contract[] => {
    // Until the mandates load, rows would lack their status and change height.
    if (isWaiting) return [];
    const withoutOne = newestFirst(withoutMandate(others, records));
    // Without a list of mandates it is unknown which contracts have one.
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
    /** The known contracts, if the service can't list them. */
    known: all.isUnlisted ? known : undefined,
    isUnlisted,
    /** Contracts without a mandate are loading. */
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
