import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { useEffect, useState } from 'react';
import { Link as RouterLink, useParams } from 'react-router-dom';
import { dateOf } from '../../rules/calendar.ts';
import { links } from '../links.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { CancelDialog } from '../parts/cancel-dialog.tsx';
import { ClientCard } from '../parts/client-card.tsx';
import { Messages } from '../parts/client-messages.tsx';
import { useDayHref } from '../parts/contract-day-href.ts';
import { ContractInstalments, Going } from '../parts/contract-instalments.tsx';
import { CancelLost } from '../parts/contract-lost.tsx';
import { useContract, type ContractRecord } from '../parts/contract-record.ts';
import { Transactions } from '../parts/contract-transactions.tsx';
import { DueUnder } from '../parts/contract-why.tsx';
import { Facts } from '../parts/facts.tsx';
import { initiated } from '../parts/initiate-status.ts';
import { Page } from '../parts/page.tsx';
import { RecordStates } from '../parts/record-states.tsx';
import { Section } from '../parts/section.tsx';
import { StatusMark } from '../parts/status.tsx';
import { latestStatus } from '../parts/timeline-events.ts';
import { useTimeline } from '../parts/timeline-read.ts';
import { Timeline } from '../parts/timeline.tsx';
import { usePlace } from '../place.ts';
import { noteOpened } from '../working-set.ts';

const contractWords = [
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
const mandateWords = [
  'MandateType',
  'TransactionType',
  'MandateActionDate',
  ...contractWords,
  'MaximumAmount',
  'AdjustmentCategory',
  'AdjustmentAmount',
  'AdjustmentRate',
  'DebitSequenceType',
  'TrackingYN',
  'RMS',
] as const;

function WithoutMandate({ sequence }: { sequence: number }) {
  const { href } = usePlace();
  return (
    <Alert severity="info">
      This contract has no mandate. To change its terms,{' '}
      <Link component={RouterLink} underline="always" to={href(links.contractCreate({ from: sequence }))}>
        make a new contract like this one
      </Link>{' '}
      and cancel this one. The interface still has an{' '}
      <Link component={RouterLink} underline="always" to={href(links.mandateEdit(sequence))}>
        edit of contracts
      </Link>
      , which it calls deprecated.
    </Alert>
  );
}

function Workspace({ sequence, record, isMandate }: { sequence: number; record: ContractRecord; isMandate: boolean }) {
  const { merchant, product, href } = usePlace();
  const [isCancelling, setCancelling] = useState(false);
  const timeline = useTimeline(sequence, record);
  const dayHref = useDayHref();
  useEffect(
    () => noteOpened({ merchant, product }, { kind: 'contract', ContractSequence: sequence }),
    [merchant, product, sequence],
  );

  const noun = isMandate ? 'mandate' : 'contract';
  // The retrieve of a contract returns no status (interface, Contract); its change log may.
  const status = record.MandateStatusCode ?? latestStatus(timeline.events);
  const isOver = status === 'CANCELLED' || status === 'COMPLETED';
  const cancels = isMandate ? 'mandateCancel' : 'contractCancel';
  const { transactions, from, to } = timeline;

  return (
    <Page
      title={`${record.ClientNumber ?? '—'} / ${record.ContractNumber ?? '—'}`}
      lead={
        <Stack direction="row" useFlexGap sx={{ columnGap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
          {status && <StatusMark word="MandateStatusCode" value={status} />}
          <span>Contract sequence {sequence}</span>
          <span>
            Merchant {merchant}, {product}
          </span>
        </Stack>
      }
      back={
        isMandate
          ? { label: 'Mandates', to: href(links.mandates()) }
          : { label: 'Contracts', to: href(links.contracts()) }
      }
      actions={
        <>
          {!isMandate && (
            <ActionButton
              operation="contractCreate"
              variant="outlined"
              to={href(links.contractCreate({ from: sequence }))}
            >
              New contract like this one
            </ActionButton>
          )}
          <Button component={RouterLink} to={href(links.omni({ contract: sequence }))}>
            Omni instalments
          </Button>
          {isMandate && status === initiated && (
            <ActionButton operation="mandateInitiateEdit" variant="outlined" to={href(links.initiateEdit(sequence))}>
              Edit initiated mandate
            </ActionButton>
          )}
          {isMandate && !isOver && status !== initiated && (
            <ActionButton operation="mandateEdit" variant="outlined" to={href(links.mandateEdit(sequence))}>
              Edit mandate
            </ActionButton>
          )}
          {!isOver && (
            <ActionButton operation={cancels} variant="outlined" color="error" onClick={() => setCancelling(true)}>
              Cancel {noun}
            </ActionButton>
          )}
        </>
      }
    >
      {!isMandate && !isOver && <WithoutMandate sequence={sequence} />}
      <Section title={isMandate ? 'Mandate' : 'Contract'}>
        <Facts record={record} words={isMandate ? mandateWords : contractWords} />
      </Section>
      <ContractInstalments
        sequence={sequence}
        amount={record.InstalmentAmount}
        isOver={isOver}
        timeline={timeline}
        why={<DueUnder record={record} isMandate={isMandate} status={status} />}
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
            reportHref={href(links.reports('transactions', { ContractSequence: sequence, from, to }))}
          />
          <Section title="Timeline">
            <Timeline timeline={timeline} dayHref={dayHref} />
          </Section>
        </Stack>
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          <ClientCard number={record.ClientNumber} />
          <Messages client={record.ClientNumber} contract={{ number: record.ContractNumber ?? undefined, sequence }} />
        </Stack>
      </Box>
      <CancelDialog
        operation={cancels}
        target={{ ContractSequence: sequence }}
        open={isCancelling}
        onClose={() => setCancelling(false)}
        onDone={() => setCancelling(false)}
        summary={<Going sequence={sequence} />}
        lost={<CancelLost sequence={sequence} noun={noun} />}
      />
    </Page>
  );
}

/** Everything about one contract on one page. */
export function Contract() {
  const text = useParams().sequence ?? '';
  const sequence = Number(text);
  const { href } = usePlace();
  const contract = useContract(sequence);
  const { record, isMandate } = contract;
  if (record) return <Workspace key={sequence} sequence={sequence} record={record} isMandate={isMandate} />;
  return (
    <Page title={`Contract ${text}`} back={{ label: 'Mandates', to: href(links.mandates()) }}>
      <RecordStates of={contract}>There is no contract with the sequence {text} here.</RecordStates>
    </Page>
  );
}
