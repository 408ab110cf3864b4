import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { mayBeInitiated, whatItIs } from '#console/domain/contract/initiate-status.ts';
import { MandateFields } from '#console/domain/contract/mandate-fields.tsx';
import { useContractNames } from '#console/domain/contract/names.ts';
import { useContract, useContractId } from '#console/domain/contract/record.ts';
import { links } from '#console/domain/links.ts';
import { useContractsTrail } from '#console/domain/list/contracts-trail.ts';
import { RecordStates, titleOf } from '#console/domain/record-states.tsx';
import { nameOfId, segmentOf } from '#console/model/contract-id.ts';
import { ActionButton } from '#kit/list/action-button.tsx';
import { NextLink } from '#kit/ui/next-link.tsx';
import { Page } from '#kit/ui/page.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { EditTerms } from '../form/edit-terms.tsx';
import { DeleteInitiate } from './delete.tsx';

/** Edits an initiated mandate with its own operation, which can't change an active one. */
export function InitiateEdit() {
  const { href } = useTenant();
  const navigate = useNavigate();
  const { text, named } = useContractId();
  const contract = useContract(named);
  const nameOf = useContractNames();
  const { id, record, isMandate } = contract;
  const [isDeleting, setDeleting] = useState(false);
  const back = useContractsTrail('initiates');
  // For unknown statuses the service decides.
  const isInitiated = isMandate === true && mayBeInitiated(record?.MandateStatusCode);
  return (
    <Page
      title={record ? `Edit ${nameOf(record)}` : titleOf('Mandate', contract)}
      lead={whatItIs}
      back={back}
      actions={
        isInitiated && (
          <ActionButton
            operation="mandateInitiateCancel"
            variant="outlined"
            color="error"
            onClick={() => setDeleting(true)}
          >
            Delete mandate
          </ActionButton>
        )
      }
    >
      {(!record || isMandate === undefined) && (
        <RecordStates
          of={contract}
          what={`mandate ${named ? nameOfId(named) : text}`}
          list={{ label: 'Search all mandates', to: href(links.mandates({ q: named ? nameOfId(named) : text })) }}
        />
      )}
      {record && id && isMandate !== undefined && !isInitiated && !isDeleting && (
        <EmptyState
          title="This mandate is no longer awaiting approval"
          action={<NextLink to={href(links.contract(id))}>Open contract</NextLink>}
        >
          Edit or cancel it from its contract.
        </EmptyState>
      )}
      {record && id && isInitiated && (
        <EditTerms
          key={segmentOf(id)}
          operation="mandateInitiateEdit"
          contract={id}
          record={record}
          back={href(links.initiates())}
          fields={(hints) => <MandateFields hints={hints} />}
        />
      )}
      <DeleteInitiate
        initiate={isDeleting ? record : undefined}
        onClose={() => setDeleting(false)}
        onDone={() => void navigate(href(links.initiates()))}
      />
    </Page>
  );
}
