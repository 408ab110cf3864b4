import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useConfig } from '../../../api/config.ts';
import { contractIdOf, nameOfId, segmentOfRecord } from '../../../api/contract-id.ts';
import { SectionTabs } from '../../../domain/section-tabs.tsx';
import { links } from '../../../domain/links.ts';
import { ActionButton } from '../../../kit/list/action-button.tsx';
import { FindBox } from '../../../kit/list/find-box.tsx';
import { useListed } from '../../../kit/list/search.ts';
import { Grid } from '../../../kit/grid/grid.tsx';
import { useUrlSort } from '../../../kit/grid/sort.ts';
import { DeleteInitiate } from './delete.tsx';
import {
  initiated,
  initiating,
  mayBeInitiated,
  whatItIs,
  type Initiate,
} from '../../../domain/contract/initiate-status.ts';
import { Page } from '../../../kit/ui/page.tsx';
import { useSearchParam } from '../../../kit/list/search-param.ts';
import { RecentContracts } from '../../../domain/contract/recent-contracts.tsx';
import { EmptyState } from '../../../kit/ui/states.tsx';
import { useContractHref } from '../../../domain/use-contract-href.ts';
import { addressOf, useTenant } from '../../../api/tenant.ts';

const columns = [
  { fieldName: 'ContractSequence', label: 'ID', width: 110 },
  { fieldName: 'ClientNumber', width: 140 },
  { fieldName: 'ContractNumber', width: 150 },
  { fieldName: 'InstalmentAmount', label: 'Amount', width: 130 },
  { fieldName: 'FrequencyCode', width: 150 },
  { fieldName: 'CollectionDay', width: 200, align: 'left' },
  { fieldName: 'NumberOfInstalments', label: 'Instalments', width: 116 },
] as const;

/** Where the payer is asked, for who looks under a product where nobody is. */
function Elsewhere() {
  const { merchant, product } = useTenant();
  const { products } = useConfig();
  if (product === initiating.product) return <>Mandates that the payer still has to approve appear here.</>;
  if (!products.includes(initiating.product)) return null;
  return (
    <>
      Under {product} mandates are active as soon as they are created. Look under{' '}
      <Link
        component={RouterLink}
        underline="always"
        to={addressOf({ merchant, product: initiating.product }, links.initiates())}
      >
        {initiating.product}
      </Link>
      .
    </>
  );
}

/** Mandates awaiting approval: those that their payer has not answered yet. */
export function Initiates() {
  const { href, product } = useTenant();
  const hrefOf = useContractHref();
  const [text, setText] = useSearchParam('q');
  const sort = useUrlSort();
  const [deleted, setDeleted] = useState<Initiate>();
  // What is sought by its numbers is shown unless it is known to be in force or over: others may call waiting otherwise.
  const found = useListed('mandateList', text, text ? {} : { MandateStatusCode: initiated });
  const { isLoading, error, retry, isUnlisted } = found;
  const rows = text ? found.records.filter((it) => mayBeInitiated(it.MandateStatusCode)) : found.records;

  return (
    <Page
      title="Contracts"
      tab="Awaiting approval"
      tabs={<SectionTabs of="contracts" />}
      lead={whatItIs}
      actions={
        product === initiating.product && (
          <ActionButton
            operation="mandateCreate"
            variant="contained"
            to={href(links.mandateCreate({ type: initiating.TransactionType }))}
          >
            New mandate
          </ActionButton>
        )
      }
    >
      <Stack direction="row">
        <FindBox
          label="Find a mandate"
          hint="Client number / contract number, either of them, or the contract ID"
          value={text}
          onFind={setText}
        />
      </Stack>
      {!isLoading && !error && rows.length > 0 && (
        <Typography variant="body2" color="textSecondary" component="output" sx={{ display: 'block' }}>
          {rows.every((it) => it.MandateStatusCode?.toUpperCase() === initiated)
            ? `${rows.length} awaiting approval`
            : `${rows.length === 1 ? '1 mandate' : `${rows.length} mandates`} that may be awaiting approval`}
        </Typography>
      )}
      {isUnlisted ? (
        <>
          <EmptyState title="Find a mandate by its numbers">
            Mandates cannot all be listed here. Enter a client number and a contract number, or the contract ID.
          </EmptyState>
          <RecentContracts />
        </>
      ) : (
        <Grid<Initiate>
          label="Mandates awaiting approval"
          rows={rows}
          columns={columns}
          status={{ loading: isLoading, error, retry }}
          sort={sort}
          rowKey={segmentOfRecord}
          href={hrefOf}
          actions={(it) => {
            const id = contractIdOf(it);
            return (
              id && (
                <>
                  <ActionButton
                    operation="mandateInitiateEdit"
                    size="small"
                    aria-label={`Edit mandate ${nameOfId(id)}`}
                    to={href(links.initiateEdit(id))}
                  >
                    Edit
                  </ActionButton>
                  <ActionButton
                    operation="mandateInitiateCancel"
                    size="small"
                    color="error"
                    aria-label={`Delete mandate ${nameOfId(id)}`}
                    onClick={() => setDeleted(it)}
                  >
                    Delete
                  </ActionButton>
                </>
              )
            );
          }}
          empty={
            <EmptyState title={text ? 'No mandate matches' : 'No mandates awaiting approval'}>
              {text ? `Nothing awaiting approval was found for “${text}”.` : <Elsewhere />}
            </EmptyState>
          }
        />
      )}
      <DeleteInitiate it={deleted} onClose={() => setDeleted(undefined)} onDone={() => setDeleted(undefined)} />
    </Page>
  );
}
