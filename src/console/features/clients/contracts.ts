import { useReadOfRecord } from '#console/api/client.ts';
import { useTenant } from '#console/api/tenant.ts';
import { useListOfClient } from '#console/domain/list/search.ts';
import { contractIdOf, segmentOfRecord } from '#console/model/contract-id.ts';
import { contractsSeen, useRecentRecords } from '#console/session/recent-records.ts';
import { useToday } from '#console/session/today.ts';
import type { LooseOutput } from '#contract/operations.ts';
import { addMonths } from '#rules/calendar.ts';

type Contract = Pick<LooseOutput<'contractChangeReport'>, 'ContractSequence' | 'ClientNumber' | 'ContractNumber'>;

/**
 * All contracts of a client, with and without a mandate. If the service can't list those without one, they are taken
 * from a year of changes and from this session: then `since` says from which day.
 */
export function useClientContracts(number: string) {
  const tenant = useTenant();
  const today = useToday();
  useRecentRecords();
  const from = addMonths(today, -12);
  const mandates = useReadOfRecord('mandateList', { ClientNumber: number });
  const contracts = useListOfClient('contractList', number);
  const isListed = !contracts.isUnlisted;
  const changes = useReadOfRecord(
    'contractChangeReport',
    isListed ? null : { StartDate: `${from} 00:00`, EndDate: `${today} 23:59`, ClientNumber: number },
  );
  const list = mandates.data?.records ?? [];
  // Also by number: either list may omit the sequence.
  const owned = new Set(list.flatMap((it) => [segmentOfRecord(it), it.ContractNumber]));
  const opened = [...contractsSeen(tenant).values()].filter((it) => it.ClientNumber === number);
  // The report includes payout contracts, which count their own sequences and have no instalment fields.
  const changed = (changes.data?.records ?? []).filter((it) => it.FieldChanged?.startsWith('Instalment'));
  const withoutMandate = new Map<string, Contract>();
  for (const it of isListed ? (contracts.data?.records ?? []) : [...changed, ...opened])
    if (contractIdOf(it) && !owned.has(segmentOfRecord(it)) && !owned.has(it.ContractNumber))
      withoutMandate.set(segmentOfRecord(it), it);
  const read = isListed ? contracts : changes;
  return {
    mandates: list,
    withoutMandate: [...withoutMandate.values()],
    since: isListed ? undefined : from,
    // The year of changes may take long: what it adds comes later.
    isLoading: mandates.isLoading || contracts.isLoading,
    error: mandates.error ?? read.error,
    retry: () => void Promise.all([mandates.refetch(), read.refetch()]),
  };
}
