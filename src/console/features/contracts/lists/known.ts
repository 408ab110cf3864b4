import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant, type Tenant } from '#console/api/tenant.ts';
import { contractIdOf, segmentOfRecord, sequenceOf, type Named } from '#console/model/contract-id.ts';
import { isPayout } from '#console/model/payout.ts';
import { contractsSeen, useRecentRecords, type Seen } from '#console/session/recent-records.ts';
import { useToday } from '#console/session/today.ts';
import { addMonths } from '#rules/calendar.ts';

/** Months of reports that tell of contracts: as long as a quarterly debit takes to come again. */
const months = 3;

const seen = ([sequence, ClientNumber, ContractNumber]: (string | null)[]): Seen => ({
  ...(sequenceOf(sequence) && { ContractSequence: sequenceOf(sequence) }),
  ...(ClientNumber && { ClientNumber }),
  ...(ContractNumber && { ContractNumber }),
});

/** The contracts that the reports of a range name, each once; the records stay in a worker. */
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
  // The report tells of payout contracts, too, whose fields are named otherwise.
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
 * Contracts that are known besides the mandates where the service lists no contracts (identification rule): those that
 * reports of the last months name, and those of this session.
 *
 * @param isReady contracts are not listed, and the mandates have loaded: first rows do not wait for reports
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
    // Records of instalments may name the contract without its client.
    for (const it of [...(read.data ?? []), ...contractsSeen({ merchant, product }).values()])
      if (contractIdOf(it)) known.set(segmentOfRecord(it), { ...known.get(segmentOfRecord(it)), ...it });
    return [...known.values()];
    // `version`: what this session has seen grows in place.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [read.data, merchant, product, version]);
  return { list, from, isLoading: read.isLoading, isRead: read.data !== undefined };
}

/** Those that none of the mandates is of. Of either list the records may come without the sequence. */
export function withoutMandate<C extends Named>(known: readonly C[], mandates: readonly Named[]): C[] {
  const numbersOf = (it: Named) => `${it.ClientNumber}/${it.ContractNumber}`;
  const owned = new Set(mandates.flatMap((it) => [segmentOfRecord(it), numbersOf(it)]));
  return known.filter((it) => !owned.has(segmentOfRecord(it)) && !owned.has(numbersOf(it)));
}
