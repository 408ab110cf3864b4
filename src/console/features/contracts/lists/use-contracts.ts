import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isCollection } from '#answers/transaction-kind.ts';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant, type Tenant } from '#console/api/tenant.ts';
import { contractTexts } from '#console/domain/client/names/column.tsx';
import { useHasDigits, useNamed } from '#console/domain/client/names/named.ts';
import { useFound, useListed } from '#console/domain/list/search.ts';
import { contractIdOf, segmentOfRecord, sequenceOf, type Named } from '#console/model/contract-id.ts';
import { contractsSeen, useRecentRecords, type Seen } from '#console/session/recent-records.ts';
import { useToday } from '#console/session/today.ts';
import { joinedRows, useSearch } from '#kit/list/use-search.ts';
import { addMonths } from '#rules/calendar.ts';
import { newestMandatesFirst, type Mandate } from './use-mandates.ts';

/** Months of reports to search: long enough for a quarterly debit. */
const months = 3;

const seen = ([sequence, ClientNumber, ContractNumber]: (string | null)[]): Seen => ({
  ...(sequenceOf(sequence) && { ContractSequence: sequenceOf(sequence) }),
  ...(ClientNumber && { ClientNumber }),
  ...(ContractNumber && { ContractNumber }),
});

/** The distinct contracts in the reports of a range, found in a worker. */
async function askContracts(
  tenant: Tenant,
  range: { from: string; to: string },
  signal: AbortSignal,
  isUnlisted: boolean,
) {
  const { askReport } = await import('#console/domain/collections/report-figures.ts');
  const numbers = ['ContractSequence', 'ClientNumber', 'ContractNumber'].map((fieldName) => ({ fieldName }));
  const changed = await askReport(
    'contract-changes',
    tenant,
    range,
    (source) => source.groups([...numbers, { fieldName: 'FieldChanged', part: 'name' }], { filters: [] }),
    signal,
  );
  // The report includes payout contracts, whose fields have other names.
  const contracts = changed.filter(({ keys }) => /^(?:Instalment|Mandate)/.test(keys[3] ?? ''));
  if (!isUnlisted) return contracts.map(({ keys }) => seen(keys));
  const debited = await askReport(
    'transactions',
    tenant,
    range,
    (source) => source.groups([...numbers, { fieldName: 'TransactionType' }], { filters: [] }),
    signal,
  );
  const collected = debited.filter(({ keys }) => isCollection({ TransactionType: keys[3] }));
  return [...contracts, ...collected].map(({ keys }) => seen(keys));
}

/**
 * Contracts without a listing service: from recent reports and this session.
 * @param isReady contracts are not listed, and the mandates have loaded: reports don't delay the first rows
 */
function useKnownContracts(isReady: boolean, isUnlisted: boolean) {
  const { merchant, product } = useTenant();
  const to = useToday();
  const from = addMonths(to, -months);
  const isForbidden = useForbidden('contractChangeReport') !== undefined;
  const read = useQuery({
    queryKey: ['contractChangeReport', merchant, product, { from, to }, 'contracts', isUnlisted],
    queryFn: ({ signal }) => askContracts({ merchant, product }, { from, to }, signal, isUnlisted),
    enabled: isReady && !isForbidden,
    staleTime: 600_000,
    retry: false,
  });
  const version = useRecentRecords();
  const list = useMemo(() => {
    const known = new Map<string, Seen>();
    // Instalments may identify the contract without its client.
    for (const contract of [...(read.data ?? []), ...contractsSeen({ merchant, product }).values()])
      if (contractIdOf(contract))
        known.set(segmentOfRecord(contract), { ...known.get(segmentOfRecord(contract)), ...contract });
    return [...known.values()];
    // `version`: what this session has seen grows in place.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [read.data, merchant, product, version]);
  return { list, from, isLoading: read.isLoading, isRead: read.data !== undefined };
}

/** The contracts that have no mandate in the list. Either list may omit the sequence. */
function withoutMandate<C extends Named>(known: readonly C[], mandates: readonly Named[]): C[] {
  const numbersOf = (contract: Named) => `${contract.ClientNumber}/${contract.ContractNumber}`;
  const owned = new Set(mandates.flatMap((it) => [segmentOfRecord(it), numbersOf(it)]));
  return known.filter((it) => !owned.has(segmentOfRecord(it)) && !owned.has(numbersOf(it)));
}

/** With the terms of its mandate, or numbers only. */
export type ListedContract = Mandate & { hasMandate?: boolean };

/**
 * All listed or otherwise known contracts: those with a mandate first, newest first. A search without a match asks the
 * service.
 */
export function useContracts(which: 'all' | 'withoutMandate') {
  const listed = useListed('mandateList', '');
  const all = useListed('contractList', '');
  const { records, isUnlisted, isLoading } = listed;
  const known = useKnownContracts(all.isUnlisted && !isLoading, isUnlisted);
  const others: readonly ListedContract[] = all.isUnlisted ? known.list : all.records;
  const isWaiting = isLoading || (which === 'withoutMandate' && (all.isLoading || known.isLoading));
  const { every, without } = useMemo((): Record<'every' | 'without', ListedContract[]> => {
    // Until the mandates load, rows would lack their status and change height.
    if (isWaiting) return { every: [], without: [] };
    const withoutOne = newestMandatesFirst(withoutMandate(others, records));
    // Without a list of mandates it is unknown which contracts have one.
    const withoutAny = withoutOne.map((it) => ({ ...it, ...(!isUnlisted && { hasMandate: false }) }));
    return { every: [...newestMandatesFirst(records), ...withoutAny], without: withoutAny };
  }, [isWaiting, records, others, isUnlisted]);
  const sorted = which === 'all' ? every : without;
  const rows: readonly ListedContract[] = useNamed(sorted);
  const search = useSearch<ListedContract>(rows, {
    textsOf: contractTexts,
    hasDigits: useHasDigits(),
    isLoading: isWaiting,
  });
  const typedNumber = isUnlisted ? search.settled : search.unmatched;
  const contracts = useFound('contractList', typedNumber);
  const mandates = useFound('mandateList', isUnlisted ? typedNumber : '');
  const found = useMemo(() => {
    const once = new Map<string, ListedContract>();
    for (const contract of [...contracts.records, ...mandates.records])
      once.set(segmentOfRecord(contract), { ...once.get(segmentOfRecord(contract)), ...contract } as ListedContract);
    return [...once.values()];
  }, [contracts.records, mandates.records]);
  const more = useNamed(found);
  return {
    search,
    /** All contracts, before a search. */
    every,
    rows: joinedRows<ListedContract>(more, search.rows, segmentOfRecord),
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
