import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { links } from '../links.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { ClientCard } from '../parts/client-card.tsx';
import { Facts } from '../parts/facts.tsx';
import { Page } from '../parts/page.tsx';
import { CancelPayout } from '../parts/payout-cancel.tsx';
import { PayoutHistory, usePayoutHistory } from '../parts/payout-history.tsx';
import { PayoutPayments } from '../parts/payout-payments.tsx';
import { usePayout, type PayoutState } from '../parts/payout-record.ts';
import { RecordStates } from '../parts/record-states.tsx';
import { Section } from '../parts/section.tsx';
import { StatusMark } from '../parts/status.tsx';
import { usePlace } from '../place.ts';

const words = ['PaymentStartDate', 'NumberOfPayments', 'PaymentIndicator'] as const;

function Workspace({ sequence, payout }: { sequence: number; payout: PayoutState }) {
  const { merchant, product, href } = usePlace();
  const [isCancelling, setCancelling] = useState(false);
  const history = usePayoutHistory(sequence);
  const { ClientNumber, ContractNumber } = payout.record ?? {};
  const isOver = history.status !== undefined;
  return (
    <Page
      title={`${ClientNumber ?? '—'} / ${ContractNumber ?? '—'}`}
      lead={
        <Stack direction="row" useFlexGap sx={{ columnGap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
          {history.status && <StatusMark value={history.status} />}
          <span>Payout contract sequence {sequence}</span>
          <span>
            Merchant {merchant}, {product}
          </span>
        </Stack>
      }
      back={{ label: 'Payout contracts', to: href(links.payoutContracts()) }}
      actions={
        !isOver && (
          <ActionButton
            operation="payoutContractCancel"
            variant="outlined"
            color="error"
            onClick={() => setCancelling(true)}
          >
            Cancel payout contract
          </ActionButton>
        )
      }
    >
      {history.status === 'CANCELLED' && (
        <Alert severity="info">
          This payout contract is cancelled. No payment can be added; what is still scheduled is paid and can be
          changed.
        </Alert>
      )}
      <Section title="Payout contract">
        <Facts record={payout.record ?? {}} words={words} />
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
          The service does not return the amount and the frequency that it was made with; each payment has its own
          amount.
        </Typography>
      </Section>
      <PayoutPayments sequence={sequence} payout={payout} isOver={isOver} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 1fr)' },
        }}
      >
        <Section title="What happened">
          <PayoutHistory history={history} />
        </Section>
        <ClientCard number={ClientNumber} />
      </Box>
      <CancelPayout
        sequence={sequence}
        name={{ ClientNumber, ContractNumber }}
        payments={payout.payments}
        open={isCancelling}
        onClose={() => setCancelling(false)}
      />
    </Page>
  );
}

/** Everything about one payout contract on one page. */
export function PayoutContract() {
  const text = useParams().sequence ?? '';
  const sequence = Number(text);
  const { href } = usePlace();
  const payout = usePayout(sequence);
  if (payout.record) return <Workspace key={sequence} sequence={sequence} payout={payout} />;
  return (
    <Page title={`Payout contract ${text}`} back={{ label: 'Payout contracts', to: href(links.payoutContracts()) }}>
      <RecordStates of={payout}>There is no payout contract with the sequence {text} here.</RecordStates>
    </Page>
  );
}
