import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { useReadOfRecord } from '#console/api/client.ts';
import { useTenant } from '#console/api/tenant.ts';
import { statusColumn } from '#console/domain/contract/status.tsx';
import { LimitLink } from '#console/domain/limit-link.tsx';
import { useListOfClient } from '#console/domain/list/search.ts';
import { useContractHref } from '#console/domain/list/use-contract-href.ts';
import { contractIdOf, segmentOfRecord } from '#console/model/contract-id.ts';
import { contractsSeen, useRecentRecords } from '#console/session/recent-records.ts';
import { useToday } from '#console/session/today.ts';
import type { LooseOutput } from '#contract/operations.ts';
import { Grid } from '#kit/grid/grid.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Section } from '#kit/ui/section.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { addMonths } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';

type Mandate = LooseOutput<'mandateList'>;
type Contract = Pick<LooseOutput<'contractChangeReport'>, 'ContractSequence' | 'ClientNumber' | 'ContractNumber'>;

function useMandates(number: string) {
  const read = useReadOfRecord('mandateList', { ClientNumber: number });
  return { ...read, list: read.data?.records ?? [] };
}

export const ClientMandates = memo(function ClientMandates({ number }: { number: string }) {
  const hrefOf = useContractHref();
  const today = useToday();
  const { list, isLoading, error, refetch } = useMandates(number);
  return (
    <Section title="Mandates">
      <Grid<Mandate>
        label="Mandates of this client"
        rows={list}
        columns={[
          { fieldName: 'ContractNumber', label: 'Contract' },
          'InstalmentAmount',
          statusColumn(today),
          'FrequencyCode',
          { fieldName: 'CollectionDay', priority: 1 },
          { fieldName: 'NumberOfInstalments', label: 'Instalments', priority: 2 },
          { fieldName: 'ContractSequence', label: 'ID', priority: 3 },
        ]}
        status={{ loading: isLoading, error, retry: () => void refetch() }}
        rowKey={segmentOfRecord}
        href={hrefOf}
        empty={<EmptyState title="No mandates yet">This client has no mandate.</EmptyState>}
      />
    </Section>
  );
});

/**
 * Contracts of a client without a mandate. If the service can't list them, they are taken from a year of changes and
 * from this session.
 */
export const ClientContracts = memo(function ClientContracts({ number }: { number: string }) {
  const tenant = useTenant();
  const hrefOf = useContractHref();
  const today = useToday();
  useRecentRecords();
  const from = addMonths(today, -12);
  const mandates = useMandates(number);
  const contracts = useListOfClient('contractList', number);
  const isListed = !contracts.isUnlisted;
  const changes = useReadOfRecord(
    'contractChangeReport',
    isListed ? null : { StartDate: `${from} 00:00`, EndDate: `${today} 23:59`, ClientNumber: number },
  );
  const isReady = mandates.data !== undefined;
  // Also by number: either list may omit the sequence.
  const owned = new Set(mandates.list.flatMap((it) => [segmentOfRecord(it), it.ContractNumber]));
  const opened = [...contractsSeen(tenant).values()].filter((it) => it.ClientNumber === number);
  // The report includes payout contracts, which count their own sequences and have no instalment fields.
  const changed = (changes.data?.records ?? []).filter((it) => it.FieldChanged?.startsWith('Instalment'));
  const withoutMandate = new Map<string, Contract>();
  for (const it of isListed ? (contracts.data?.records ?? []) : [...changed, ...opened])
    if (contractIdOf(it) && !owned.has(segmentOfRecord(it)) && !owned.has(it.ContractNumber))
      withoutMandate.set(segmentOfRecord(it), it);
  const rows = [...withoutMandate.values()].toSorted(
    (one, other) => (other.ContractSequence ?? 0) - (one.ContractSequence ?? 0),
  );
  const read = isListed ? contracts : changes;
  return (
    <Section title="Contracts without a mandate">
      {!isListed && (
        <Muted sx={{ mb: 1.5 }}>
          These changed since {dayText(from)} or were opened in this session; there may be others:{' '}
          <LimitLink topic="contracts-without-mandate" />.
        </Muted>
      )}
      <Grid<Contract>
        label="Contracts of this client without a mandate"
        rows={isReady ? rows : []}
        columns={['ContractNumber', 'ContractSequence']}
        status={{ loading: !isReady || read.isLoading, error: read.error ?? mandates.error }}
        rowKey={segmentOfRecord}
        href={hrefOf}
        empty={<Typography>None.</Typography>}
      />
    </Section>
  );
});
