import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { links } from '../links.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { useContract } from '../parts/contract-record.ts';
import { EditTerms } from '../parts/edit-terms.tsx';
import { DeleteInitiate } from '../parts/initiate-delete.tsx';
import { initiated, whatItIs } from '../parts/initiate-status.ts';
import { MandateFields } from '../parts/mandate-fields.tsx';
import { NextLink } from '../parts/next-link.tsx';
import { Page } from '../parts/page.tsx';
import { RecordStates } from '../parts/record-states.tsx';
import { EmptyState } from '../parts/states.tsx';
import { usePlace } from '../place.ts';

/** Edit of an initiated mandate, by the call that touches none in force. */
export function InitiateEdit() {
  const { href } = usePlace();
  const navigate = useNavigate();
  const text = useParams().sequence ?? '';
  const sequence = Number(text);
  const contract = useContract(sequence);
  const { record, isMandate } = contract;
  const [isDeleting, setDeleting] = useState(false);
  const back = { label: 'Initiated mandates', to: href(links.initiates()) };
  // A service that returns no status decides by itself.
  const isInitiated = isMandate && (record?.MandateStatusCode ?? initiated) === initiated;
  return (
    <Page
      title="Edit initiated mandate"
      lead={
        <>
          {record && (
            <div>
              {record.ClientNumber} / {record.ContractNumber}, contract sequence {sequence}
            </div>
          )}
          {whatItIs}
        </>
      }
      back={back}
      actions={
        isInitiated && (
          <ActionButton
            operation="mandateInitiateCancel"
            variant="outlined"
            color="error"
            onClick={() => setDeleting(true)}
          >
            Delete initiated mandate
          </ActionButton>
        )
      }
    >
      {!record && (
        <RecordStates of={contract}>There is no mandate with the contract sequence {text} here.</RecordStates>
      )}
      {record && !isInitiated && !isDeleting && (
        <EmptyState
          title="This mandate does not wait for its payer any more"
          action={<NextLink to={href(links.contract(sequence))}>Open contract</NextLink>}
        >
          What is in force is edited or cancelled from its contract.
        </EmptyState>
      )}
      {record && isInitiated && (
        <EditTerms
          key={sequence}
          operation="mandateInitiateEdit"
          sequence={sequence}
          record={record}
          back={{ label: 'Back to the list', to: back.to }}
          fields={(hints) => <MandateFields hints={hints} />}
        />
      )}
      <DeleteInitiate
        it={isDeleting ? record : undefined}
        onClose={() => setDeleting(false)}
        onDone={() => void navigate(back.to)}
      />
    </Page>
  );
}
