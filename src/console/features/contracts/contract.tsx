import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { useEffect, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { dateOf } from '../../../rules/calendar.ts';
import { nameOfId, segmentOf, type ContractId } from '../../api/contract-id.ts';
import type { CallError } from '../../api/errors.ts';
import { links } from '../../domain/links.ts';
import { ActionButton } from '../../kit/list/action-button.tsx';
import { CancelDialog } from '../../domain/write/cancel-dialog.tsx';
import { ClientCard } from '../../domain/client/card.tsx';
import { Messages } from '../../domain/client/messages.tsx';
import { useDayHref } from './record/day-href.ts';
import { ContractInstalments, Going } from './record/instalments.tsx';
import { useContract, useContractId, type ContractRecord } from '../../domain/contract/record.ts';
import { Transactions } from '../../domain/contract/transactions.tsx';
import { TransactionLine } from './record/why.tsx';
import { Facts } from '../../kit/ui/facts.tsx';
import { initiated, mayBeInitiated } from '../../domain/contract/initiate-status.ts';
import { Page } from '../../kit/ui/page.tsx';
import { RecordStates } from '../../domain/record-states.tsx';
import { Section } from '../../kit/ui/section.tsx';
import { ErrorState } from '../../kit/ui/states.tsx';
import { StatusMark } from '../../kit/ui/status.tsx';
import { isOver as isFinal } from '../../domain/statuses.ts';
import { latestStatus } from '../../domain/timeline/events.ts';
import { useTimeline } from './record/timeline-read.ts';
import { Timeline } from './record/timeline.tsx';
import { useTenant } from '../../api/tenant.ts';
import { noteOpened } from '../../session/recent-records.ts';

const contractFields = [
  'FrequencyCode',
  'CollectionDay',
  'InstalmentStartDate',
  'InstalmentAmount',
  'NumberOfInstalments',
  'FirstCollectionDate',
  'FirstCollectionAmount',
  'TrackingCode',
  'CTCPercentage',
] as const;
const mandateFields = [
  'MandateType',
  'TransactionType',
  'MandateActionDate',
  ...contractFields,
  'MaximumAmount',
  'AdjustmentCategory',
  'AdjustmentAmount',
  'AdjustmentRate',
  'DebitSequenceType',
  'TrackingYN',
  'RMS',
] as const;

function WithoutMandate({ contract }: { contract: ContractId }) {
  const { href } = useTenant();
  return (
    <Alert severity="info">
      This contract has no mandate. To change its terms,{' '}
      <Link component={RouterLink} underline="always" to={href(links.contractCreate({ from: segmentOf(contract) }))}>
        make a new contract like this one
      </Link>{' '}
      and cancel this one. The interface still has an{' '}
      <Link component={RouterLink} underline="always" to={href(links.mandateEdit(contract))}>
        edit of contracts
      </Link>
      , which it calls deprecated.
    </Alert>
  );
}

function Workspace({
  contract,
  record,
  isMandate,
  error,
  retry,
}: {
  contract: ContractId;
  record: ContractRecord;
  isMandate: boolean | undefined;
  error: CallError | null;
  retry(): void;
}) {
  const { merchant, product, href } = useTenant();
  const sequence = record.ContractSequence ?? ('ContractSequence' in contract ? contract.ContractSequence : undefined);
  const [isCancelling, setCancelling] = useState(false);
  const timeline = useTimeline(contract, record);
  const dayHref = useDayHref();
  useEffect(() => noteOpened({ merchant, product }, { kind: 'contract', contract }), [merchant, product, contract]);

  const noun = isMandate ? 'mandate' : 'contract';
  // The retrieve of a contract returns no status (interface, Contract); its change log may.
  const status = record.MandateStatusCode ?? latestStatus(timeline.events);
  const isOver = isFinal(status);
  const cancels = isMandate ? 'mandateCancel' : 'contractCancel';
  const { transactions, from, to } = timeline;

  return (
    <Page
      title={`${record.ClientNumber ?? '—'} / ${record.ContractNumber ?? '—'}`}
      lead={
        <Stack direction="row" useFlexGap sx={{ columnGap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
          {status && <StatusMark fieldName="MandateStatusCode" value={status} />}
          {sequence !== undefined && <span>Contract sequence {sequence}</span>}
          <span>
            Merchant {merchant}, {product}
          </span>
        </Stack>
      }
      back={{ label: 'Contracts', to: href(links.contracts()) }}
      actions={
        <>
          {isMandate === false && (
            <ActionButton
              operation="contractCreate"
              variant="outlined"
              to={href(links.contractCreate({ from: segmentOf(contract) }))}
            >
              New contract like this one
            </ActionButton>
          )}
          {sequence !== undefined && (
            <Button component={RouterLink} to={href(links.omni({ contract: sequence }))}>
              Omni instalments
            </Button>
          )}
          {isMandate && mayBeInitiated(status) && (
            <ActionButton operation="mandateInitiateEdit" variant="outlined" to={href(links.initiateEdit(contract))}>
              Edit initiated mandate
            </ActionButton>
          )}
          {isMandate && !isOver && status?.toUpperCase() !== initiated && (
            <ActionButton operation="mandateEdit" variant="outlined" to={href(links.mandateEdit(contract))}>
              Edit mandate
            </ActionButton>
          )}
          {!isOver && isMandate !== undefined && (
            <ActionButton operation={cancels} variant="outlined" color="error" onClick={() => setCancelling(true)}>
              Cancel {noun}
            </ActionButton>
          )}
        </>
      }
    >
      {error && <ErrorState error={error} retry={retry} />}
      {isMandate === false && !isOver && <WithoutMandate contract={contract} />}
      <Section title={isMandate ? 'Mandate' : 'Contract'}>
        <Facts
          record={record}
          fieldNames={[
            ...(isMandate ? mandateFields : contractFields),
            ...(['CancelReason', 'CancelDate'] as const).filter((fieldName) => record[fieldName] != null),
          ]}
        />
      </Section>
      <ContractInstalments
        contract={contract}
        amount={record.InstalmentAmount}
        isOver={isOver}
        timeline={timeline}
        why={<TransactionLine record={record} isMandate={isMandate === true} status={status} />}
      />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
        }}
      >
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          <Transactions
            list={transactions.list}
            isLoading={transactions.isLoading}
            error={transactions.error?.kind === 'notFound' ? null : transactions.error}
            retry={() => void transactions.refetch()}
            from={from}
            to={to}
            href={(it) => dayHref(dateOf(it.TransactionDate ?? ''))}
            reportHref={href(links.reports('transactions', { ...contract, from, to }))}
          />
          <Section title="Timeline">
            <Timeline timeline={timeline} dayHref={dayHref} />
          </Section>
        </Stack>
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          <ClientCard number={record.ClientNumber} />
          <Messages client={record.ClientNumber} contract={{ number: record.ContractNumber, sequence }} />
        </Stack>
      </Box>
      <CancelDialog
        operation={cancels}
        target={contract}
        open={isCancelling}
        onClose={() => setCancelling(false)}
        onDone={() => setCancelling(false)}
        summary={<Going contract={contract} />}
      />
    </Page>
  );
}

/** Everything about one contract on one page. */
export function Contract() {
  const { text, named } = useContractId();
  const { href } = useTenant();
  const contract = useContract(named);
  const { id, record } = contract;
  if (id && record) return <Workspace key={segmentOf(id)} contract={id} {...contract} record={record} />;
  const name = named ? nameOfId(named) : text;
  return (
    <Page title={`Contract ${name}`} back={{ label: 'Contracts', to: href(links.contracts()) }}>
      <RecordStates of={contract}>There is no contract {name} here.</RecordStates>
    </Page>
  );
}
