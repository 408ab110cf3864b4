import Link from '@mui/material/Link';
import { useEffect, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { isOver as isFinal, stageOf } from '#answers/statuses.ts';
import type { CallError } from '#console/api/errors.ts';
import { useForbidden, useReadOnly } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { AwaitingChange } from '#console/domain/awaiting-change.tsx';
import { ClientCard } from '#console/domain/client/card.tsx';
import { useClientNames } from '#console/domain/client/names/names.ts';
import { isWaiting, mayBeInitiated } from '#console/domain/contract/initiate-status.ts';
import { useContract, useContractId, type ContractRecord } from '#console/domain/contract/record.ts';
import { contractStatusText } from '#console/domain/contract/status.tsx';
import { LimitLink } from '#console/domain/limit-link.tsx';
import { links } from '#console/domain/links.ts';
import { ItemStrip } from '#console/domain/money-item/strip.tsx';
import { Notes } from '#console/domain/notes/notes.tsx';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { RecordStates, titleOf } from '#console/domain/record-states.tsx';
import { ExplainedStatus } from '#console/domain/status/explained.tsx';
import { latestStatus } from '#console/domain/timeline/events.ts';
import { CancelDialog } from '#console/domain/write/cancel-dialog.tsx';
import { nameOfId, segmentOf, type ContractId } from '#console/model/contract-id.ts';
import { noteOpened } from '#console/session/recent-records.ts';
import { useToday } from '#console/session/today.ts';
import { Columns } from '#kit/record/columns.tsx';
import { RecordPage } from '#kit/record/header.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Page } from '#kit/ui/page.tsx';
import { useContractFacts } from './record/facts.tsx';
import { CancelSummary, ContractInstalments, useInstalments } from './record/instalments.tsx';
import { MainAction, NotAgain } from './record/main-action.tsx';
import { AllTerms } from './record/terms.tsx';
import { Timeline } from './record/timeline.tsx';
import { useTimeline } from './record/use-timeline.ts';

function Workspace(props: {
  contract: ContractId;
  record: ContractRecord;
  isMandate: boolean | undefined;
  error: CallError | null;
  retry(): void;
}) {
  const { contract, record, isMandate, error, retry } = props;
  const { merchant, product, href } = useTenant();
  const today = useToday();
  const { ClientNumber, ContractNumber } = record;
  const sequence = record.ContractSequence ?? ('ContractSequence' in contract ? contract.ContractSequence : undefined);
  const [isCancelling, setCancelling] = useState(false);
  const { events } = useTimeline(contract, record);
  const nameOf = useClientNames();
  useEffect(() => noteOpened({ merchant, product }, { kind: 'contract', contract }), [merchant, product, contract]);

  const noun = isMandate ? 'mandate' : 'contract';
  // The retrieve of a contract returns no status; its change log may.
  const status = record.MandateStatusCode ?? latestStatus(events);
  const isOver = isFinal(status);
  const readOnly = useReadOnly('contract', ['mandateEdit', 'contractEdit', 'instalmentCreate', 'instalmentEdit']);
  const noMessage = useForbidden('templateSend');
  const cancels = isMandate ? 'mandateCancel' : 'contractCancel';
  const { facts, progress } = useContractFacts(contract, record);
  const { list, isLoading } = useInstalments(contract);
  const name = nameOf(ClientNumber);
  const again = href(links.contractCreate({ from: segmentOf(contract) }));

  return (
    <RecordPage
      name={name ?? ClientNumber ?? 'Contract'}
      number={ContractNumber ?? undefined}
      status={
        status && (
          <ExplainedStatus
            fieldName="MandateStatusCode"
            value={status}
            label={contractStatusText(status, record.CancelDate, today)}
          />
        )
      }
      numbers={[
        { name: 'Contract', text: ContractNumber },
        { name: 'Client', text: ClientNumber, to: ClientNumber ? href(links.client(ClientNumber)) : undefined },
        { name: 'ID', text: sequence },
      ]}
      facts={facts}
      readOnly={readOnly}
      strip={<ItemStrip items={isLoading ? undefined : list} />}
      details={<AllTerms record={record} isMandate={isMandate === true} />}
      back={{ label: 'Contracts', to: href(links.contracts()) }}
      action={
        <MainAction
          contract={contract}
          number={ContractNumber ?? String(sequence ?? '')}
          isMandate={isMandate}
          status={status}
          progress={progress}
        />
      }
      menu={[
        ...(isMandate && mayBeInitiated(status) && isWaiting(status) === false
          ? [
              {
                label: 'Edit while awaiting approval',
                operation: 'mandateInitiateEdit',
                to: href(links.initiateEdit(contract)),
              } as const,
            ]
          : []),
        {
          label: 'Send a message',
          // Also for people who may not change the contract.
          reason: noMessage,
          to: href(links.messages({ client: ClientNumber, contract: ContractNumber })),
        },
        ...(ContractNumber ? [{ label: 'Find cases', to: href(links.cases({ external_ref: ContractNumber })) }] : []),
        ...(isMandate === false ? [{ label: 'Edit contract', to: href(links.mandateEdit(contract)) }] : []),
        ...(isOver || isMandate === undefined
          ? []
          : [{ label: `Cancel ${noun}`, operation: cancels, act: () => setCancelling(true), isDanger: true } as const]),
      ]}
    >
      {error && <ErrorState error={error} retry={retry} />}
      {sequence !== undefined && <AwaitingChange contract={sequence} />}
      <NotAgain
        contract={contract}
        number={ContractNumber ?? String(sequence ?? '')}
        client={ClientNumber}
        status={status}
        progress={progress}
      />
      {isMandate === false && !isOver && !readOnly && (
        <Notice tone="info">
          This contract has no mandate. To change its terms,{' '}
          <Link component={RouterLink} to={again}>
            copy it to a new contract
          </Link>{' '}
          and cancel this one.
        </Notice>
      )}
      {stageOf(status) === 'cancelled' && (
        <Muted>
          A cancelled {noun} can’t be reactivated: <LimitLink topic="reactivate" />.
        </Muted>
      )}
      <Columns
        main={
          <ContractInstalments
            contract={contract}
            record={record}
            isMandate={isMandate === true}
            status={status}
            isOver={isOver || readOnly !== undefined}
          />
        }
        aside={
          <>
            <ClientCard number={ClientNumber} />
            {ClientNumber && sequence !== undefined && (
              <Notes client={ClientNumber} contract={{ sequence, number: ContractNumber ?? undefined }} />
            )}
            <Timeline contract={contract} record={record} />
          </>
        }
      />
      <CancelDialog
        operation={cancels}
        target={contract}
        number={ContractNumber}
        open={isCancelling}
        onClose={() => setCancelling(false)}
        summary={<CancelSummary contract={contract} />}
      />
    </RecordPage>
  );
}

export function ContractPage() {
  const { text, named } = useContractId();
  const { href } = useTenant();
  const contract = useContract(named);
  const { id, record } = contract;
  if (id && record) return <Workspace key={segmentOf(id)} contract={id} {...contract} record={record} />;
  const name = named ? nameOfId(named) : text;
  return (
    <Page title={titleOf('Contract', contract)} back={{ label: 'Contracts', to: href(links.contracts()) }}>
      <RecordStates
        of={contract}
        what={`contract ${name}`}
        list={{ label: 'Search all contracts', to: href(links.contracts({ q: name })) }}
      />
    </Page>
  );
}
