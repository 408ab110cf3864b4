import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { segmentOfRecord } from '../../api/contract-id.ts';
import { SectionTabs } from '../../domain/section-tabs.tsx';
import { links } from '../../domain/links.ts';
import { ActionButton } from '../../kit/list/action-button.tsx';
import { merged, type ContractRecord } from '../../domain/contract/record.ts';
import { FindBox } from '../../kit/list/find-box.tsx';
import { identifyingReadings } from '../../kit/list/search-terms.ts';
import { useFound } from '../../kit/list/search.ts';
import { Grid } from '../../kit/grid/grid.tsx';
import { useUrlSort } from '../../kit/grid/sort.ts';
import { Page } from '../../kit/ui/page.tsx';
import { useSearchParam } from '../../kit/list/search-param.ts';
import { RecentContracts } from '../../domain/contract/recent-contracts.tsx';
import { EmptyState } from '../../kit/ui/states.tsx';
import { useContractHref } from '../../domain/use-contract-href.ts';
import { useTenant } from '../../api/tenant.ts';

/** Contracts with and without a mandate, found by identification: the interface has no list of them. */
export function Contracts() {
  const { href } = useTenant();
  const hrefOf = useContractHref();
  const [text, setText] = useSearchParam('q');
  const sort = useUrlSort();
  const contracts = useFound('contractList', text);
  // One number alone identifies no contract (interface, identification rule), but the mandates' retrieve takes it.
  const mandates = useFound('mandateList', text);
  const rows = new Map<string, ContractRecord>();
  for (const it of contracts.records) rows.set(segmentOfRecord(it), merged(it, {}));
  for (const it of mandates.records) rows.set(segmentOfRecord(it), merged(rows.get(segmentOfRecord(it)), it));
  const isPartial = text !== '' && identifyingReadings(text).length === 0;

  return (
    <Page
      title="Contracts"
      tabs={<SectionTabs of="contracts" />}
      lead="Every mandate has a contract; a contract can also exist without one."
      actions={
        <ActionButton operation="contractCreate" variant="contained" to={href(links.contractCreate())}>
          New contract
        </ActionButton>
      }
    >
      <Stack direction="row">
        <FindBox
          label="Find a contract"
          hint="Client number / contract number, or the contract ID"
          value={text}
          onFind={setText}
        />
      </Stack>
      {isPartial && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          By one number alone only contracts with a mandate are found. For one without, enter both numbers or its ID.
        </Typography>
      )}
      {text ? (
        <Grid<ContractRecord>
          label="Contracts"
          rows={[...rows.values()]}
          columns={[
            'ContractSequence',
            'ClientNumber',
            'ContractNumber',
            'MandateStatusCode',
            'InstalmentAmount',
            'FrequencyCode',
            'CollectionDay',
            'InstalmentStartDate',
            'NumberOfInstalments',
          ]}
          status={{
            loading: contracts.isLoading || mandates.isLoading,
            error: contracts.error ?? mandates.error,
            retry: () => {
              contracts.retry();
              mandates.retry();
            },
          }}
          sort={sort}
          rowKey={segmentOfRecord}
          href={hrefOf}
          empty={<EmptyState title="No contract matches">Nothing was found for “{text}”.</EmptyState>}
        />
      ) : (
        <>
          <EmptyState title="Find a contract by its numbers">
            Enter the numbers of a contract to find it. Those with a mandate are listed under{' '}
            <Link component={RouterLink} underline="always" to={href(links.mandates())}>
              Mandates
            </Link>
            .
          </EmptyState>
          <RecentContracts />
        </>
      )}
    </Page>
  );
}
