import Link from '@mui/material/Link';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { productsOf } from '#console/api/access.ts';
import { addressOf, useTenant } from '#console/api/tenant.ts';
import {
  initiated,
  initiating,
  mayBeInitiated,
  whatItIs,
  type Initiate,
} from '#console/domain/contract/initiate-status.ts';
import { links } from '#console/domain/links.ts';
import { EditInSheet } from '#console/domain/list/edit-in-sheet.tsx';
import { ListPage } from '#console/domain/list/list-page.tsx';
import { NoMatch } from '#console/domain/list/no-match.tsx';
import { SectionTabs } from '#console/domain/list/section-tabs.tsx';
import { useContractHref } from '#console/domain/list/use-contract-href.ts';
import { useUrlSort } from '#console/kit/grid/sort.ts';
import { ActionButton } from '#console/kit/list/action-button.tsx';
import { EmptyState } from '#console/kit/ui/states.tsx';
import { contractIdOf, nameOfId, segmentOfRecord } from '#console/model/contract-id.ts';
import { unknownText } from '#console/model/statuses.ts';
import { FindByNumbers, hint, useColumns } from '../lists/columns.tsx';
import { NewMandate } from '../lists/new-mandate.tsx';
import { useMandates, type Mandate } from '../lists/use-mandates.ts';
import { DeleteInitiate } from './delete.tsx';

const shown = ['ClientName', 'ContractNumber', 'InstalmentAmount', 'FrequencyCode', 'CollectionDay'];

/** Links to the products whose payers approve mandates. */
function Elsewhere() {
  const { merchant, product } = useTenant();
  if (product === initiating.product) return <>Mandates that the payer still has to approve appear here.</>;
  if (!productsOf(merchant).includes(initiating.product)) return null;
  return (
    <>
      Payers approve DebiCheck mandates at their bank. Look under{' '}
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

export function Initiates() {
  const { href, product } = useTenant();
  const [deleted, setDeleted] = useState<Initiate>();
  const { search, isUnlisted, unclear, ...mandates } = useMandates({ status: initiated, isOfStatusOnly: true });
  // Also shows search results with other statuses, unless active or over: services may name this status differently.
  const rows = search.unmatched ? mandates.rows.filter((it) => mayBeInitiated(it.MandateStatusCode)) : mandates.rows;

  return (
    <ListPage<Mandate>
      title="Contracts"
      tab="Awaiting approval"
      tabs={<SectionTabs of="contracts" />}
      lead={whatItIs}
      main={product === initiating.product && <NewMandate type={initiating.TransactionType} />}
      label="Mandates awaiting approval"
      noun={['mandate awaiting approval', 'mandates awaiting approval']}
      find={{ label: 'Find a mandate', hint }}
      note={isUnlisted && 'We can’t list all mandates. Search by client and contract number.'}
      search={search}
      rows={rows}
      columns={useColumns().filter((it) => shown.includes(typeof it === 'object' ? it.fieldName : it))}
      further={(all) => <EditInSheet operation="mandateInitiateEdit" name="Mandates awaiting approval" rows={all} />}
      status={mandates.status}
      sort={useUrlSort()}
      rowKey={segmentOfRecord}
      href={useContractHref()}
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
        isUnlisted ? (
          <FindByNumbers what="mandate" />
        ) : (
          <EmptyState
            title={unclear.length === 0 ? 'No mandates awaiting approval' : 'No mandates have the status Pending'}
          >
            {unclear.length > 0 && `${unknownText(unclear)} `}
            <Elsewhere />
          </EmptyState>
        )
      }
      noMatch={<NoMatch what="mandate" text={search.text.trim()} onClear={() => search.setText('')} />}
    >
      <DeleteInitiate it={deleted} onClose={() => setDeleted(undefined)} onDone={() => setDeleted(undefined)} />
    </ListPage>
  );
}
