import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { links } from '../links.ts';
import { CancelDialog } from '../parts/cancel-dialog.tsx';
import { ClientCard } from '../parts/client-card.tsx';
import { ContractInstalments, Going } from '../parts/contract-instalments.tsx';
import { useContract, type ContractRecord } from '../parts/contract-record.ts';
import { Facts } from '../parts/facts.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { EmptyState, ErrorState, Skeletons } from '../parts/states.tsx';
import { StatusMark } from '../parts/status.tsx';
import { latestStatus } from '../parts/timeline-events.ts';
import { Timeline, useTimeline } from '../parts/timeline.tsx';
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

function Workspace({ sequence, record, isMandate }: { sequence: number; record: ContractRecord; isMandate: boolean }) {
  const { merchant, product, href } = usePlace();
  const [isCancelling, setCancelling] = useState(false);
  const timeline = useTimeline(sequence);
  useEffect(
    () => noteOpened({ merchant, product }, { kind: 'contract', ContractSequence: sequence }),
    [merchant, product, sequence],
  );

  const noun = isMandate ? 'mandate' : 'contract';
  // The retrieve of a contract returns no status (interface, Contract); its change log may.
  const status = record.MandateStatusCode ?? latestStatus(timeline.events);
  const isOver = status === 'CANCELLED' || status === 'COMPLETED';

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
        !isOver && (
          <>
            {isMandate && (
              <Button variant="outlined" component={Link} to={href(links.mandateEdit(sequence))}>
                Edit mandate
              </Button>
            )}
            <Button variant="outlined" color="error" onClick={() => setCancelling(true)}>
              Cancel {noun}
            </Button>
          </>
        )
      }
    >
      {!isMandate && (
        <Alert severity="info">
          This contract has no mandate. Its terms cannot be edited: cancel it and create a new one.
        </Alert>
      )}
      <Section title={isMandate ? 'Mandate' : 'Contract'}>
        <Facts record={record} words={isMandate ? mandateWords : contractWords} />
      </Section>
      <ContractInstalments sequence={sequence} amount={record.InstalmentAmount} isOver={isOver} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 1fr)' },
        }}
      >
        <Section title="Timeline">
          <Timeline timeline={timeline} />
        </Section>
        <ClientCard number={record.ClientNumber} />
      </Box>
      <CancelDialog
        operation={isMandate ? 'mandateCancel' : 'contractCancel'}
        target={{ ContractSequence: sequence }}
        open={isCancelling}
        onClose={() => setCancelling(false)}
        onDone={() => setCancelling(false)}
        summary={<Going sequence={sequence} />}
      />
    </Page>
  );
}

/** Everything about one contract on one page. */
export function Contract() {
  const text = useParams().sequence ?? '';
  const sequence = Number(text);
  const { href } = usePlace();
  const { record, isMandate, isLoading, error, retry } = useContract(sequence);
  if (record) return <Workspace key={sequence} sequence={sequence} record={record} isMandate={isMandate} />;
  return (
    <Page title={`Contract ${text}`} back={{ label: 'Mandates', to: href(links.mandates()) }}>
      {isLoading && <Skeletons rows={8} />}
      {!isLoading && error && <ErrorState error={error} retry={retry} />}
      {!isLoading && !error && (
        <EmptyState title="Not found">There is no contract with the sequence {text} here.</EmptyState>
      )}
    </Page>
  );
}
