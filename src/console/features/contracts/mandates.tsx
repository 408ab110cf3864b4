import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { LooseOutput } from '../../../contract/operations.ts';
import { useConfig } from '../../api/config.ts';
import { segmentOfRecord } from '../../api/contract-id.ts';
import { SectionTabs } from '../../domain/section-tabs.tsx';
import { links } from '../../domain/links.ts';
import { ActionButton } from '../../kit/list/action-button.tsx';
import { ChoiceFilter } from '../../kit/list/choice-filter.tsx';
import { FindBox } from '../../kit/list/find-box.tsx';
import { useListed } from '../../kit/list/search.ts';
import { Grid } from '../../kit/grid/grid.tsx';
import { useUrlSort } from '../../kit/grid/sort.ts';
import { Page } from '../../kit/ui/page.tsx';
import { EmptyState } from '../../kit/ui/states.tsx';
import { useContractHref } from '../../domain/use-contract-href.ts';
import { useTenant } from '../../api/tenant.ts';
import { useSearchParam } from '../../kit/list/search-param.ts';

// Few services refuse this list, so its stand-in is no weight for the others.
const SessionContracts = lazy(async () => ({
  default: (await import('../../domain/contract/session-contracts.tsx')).SessionContracts,
}));

type Mandate = LooseOutput<'mandateList'>;

// Narrower than the dictionary's, so that what people look for first stands beside the rail without scrolling.
const columns = [
  { fieldName: 'ContractSequence', label: 'ID', width: 110 },
  { fieldName: 'ClientNumber', width: 150 },
  { fieldName: 'ContractNumber', width: 160 },
  { fieldName: 'MandateStatusCode', label: 'Status', width: 120 },
  { fieldName: 'InstalmentAmount', label: 'Amount', width: 140 },
  { fieldName: 'FrequencyCode', width: 150 },
  { fieldName: 'CollectionDay', width: 210, align: 'left' },
  { fieldName: 'NumberOfInstalments', label: 'Instalments', width: 120 },
  'MandateType',
  { fieldName: 'TrackingYN', width: 100 },
] as const;

/** Mandates: find one, or list them by status. */
export function Mandates() {
  const { href } = useTenant();
  const hrefOf = useContractHref();
  const { codes } = useConfig();
  const [query] = useSearchParams();
  const [text, setText] = useSearchParam('q');
  const [status, setStatus] = useSearchParam('status');
  const sort = useUrlSort();
  const filter = status ? { MandateStatusCode: status } : {};
  const { records: rows, isLoading, error, retry, isUnlisted } = useListed('mandateList', text, filter);

  return (
    <Page
      title="Contracts"
      tab="Mandates"
      tabs={<SectionTabs of="contracts" />}
      actions={
        <ActionButton operation="mandateCreate" variant="contained" to={href(links.mandateCreate())}>
          New mandate
        </ActionButton>
      }
    >
      <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'start', mb: 2 }}>
        <FindBox
          label="Find a mandate"
          hint="Client number / contract number, either of them, or the contract ID"
          value={text}
          onFind={setText}
        />
        <ChoiceFilter label="Status" value={status} options={codes.MandateStatusCode ?? []} onChange={setStatus} />
      </Stack>
      {!isLoading && !error && rows.length > 0 && (
        <Typography variant="body2" color="textSecondary" component="output" sx={{ display: 'block', mb: 1 }}>
          {rows.length === 1 ? '1 mandate' : `${rows.length} mandates`}
        </Typography>
      )}
      {isUnlisted ? (
        <Suspense fallback={null}>
          <SessionContracts title="Find a mandate by its numbers" />
        </Suspense>
      ) : (
        <Grid<Mandate>
          label="Mandates"
          rows={rows}
          columns={columns}
          status={{ loading: isLoading, error, retry }}
          sort={sort}
          rowKey={segmentOfRecord}
          href={hrefOf}
          empty={
            <EmptyState title={query.size > 0 ? 'No mandate matches' : 'No mandates yet'}>
              {text
                ? `Nothing was found for “${text}” as contract ID, client number or contract number${status ? ' with this status' : ''}.`
                : 'A new mandate creates its contract and its instalments.'}
            </EmptyState>
          }
        />
      )}
    </Page>
  );
}
