import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant, type Tenant } from '#console/api/tenant.ts';
import { contractIdOf, segmentOfRecord, sequenceOf, type Named } from '#console/model/contract-id.ts';
import { isPayout } from '#console/model/payout.ts';
import { contractsSeen, useRecentRecords, type Seen } from '#console/session/recent-records.ts';
import { useToday } from '#console/session/today.ts';
import { addMonths } from '#rules/calendar.ts';

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
  const collected = debited.filter(({ keys }) => !isPayout({ TransactionType: keys[3] }));
  return [...contracts, ...collected].map(({ keys }) => seen(keys));
}

/**
 * Contracts without a listing service: from recent reports and this session.
 * @param isReady contracts are not listed, and the mandates have loaded: reports don't delay the first rows
 */
export function useKnownContracts(isReady: boolean, isUnlisted: boolean) {
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
    for (const it of [...(read.data ?? []), ...contractsSeen({ merchant, product }).values()])
      if (contractIdOf(it)) known.set(segmentOfRecord(it), { ...known.get(segmentOfRecord(it)), ...it });
    return [...known.values()];
    // `version`: what this session has seen grows in place.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [read.data, merchant, product, version]);
  return { list, from, isLoading: read.isLoading, isRead: read.data !== undefined };
}

/** The contracts that have no mandate in the list. Either list may omit the sequence. */
export function withoutMandate<C extends Named>(known: readonly C[], mandates: readonly Named[]): C[] {
  const numbersOf = (it: Named) => `${it.ClientNumber}/${it.ContractNumber}`;
  const owned = new Set(mandates.flatMap((it) => [segmentOfRecord(it), numbersOf(it)]));
  return known.filter((it) => !owned.has(segmentOfRecord(it)) && !owned.has(numbersOf(it)));
}
