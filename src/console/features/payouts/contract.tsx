import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { nameOfId, segmentOf, type ContractId } from '../../api/contract-id.ts';
import { links } from '../../domain/links.ts';
import { ActionButton } from '../../kit/list/action-button.tsx';
import { ClientCard } from '../../domain/client/card.tsx';
import { useContractId } from '../../domain/contract/record.ts';
import { Facts } from '../../kit/ui/facts.tsx';
import { Page } from '../../kit/ui/page.tsx';
import { CancelPayout } from './cancel.tsx';
import { PayoutHistory, usePayoutHistory } from './history.tsx';
import { PayoutPayments } from './contract-payments.tsx';
import { usePayout, type PayoutState } from './record.ts';
import { RecordStates } from '../../domain/record-states.tsx';
import { Section } from '../../kit/ui/section.tsx';
import { StatusMark } from '../../kit/ui/status.tsx';
import { useTenant } from '../../api/tenant.ts';

const fieldNames = ['PaymentStartDate', 'NumberOfPayments', 'PaymentIndicator'];
/** What the interface's retrieve has not; some services return it all the same. */
const more = ['PaymentAmount', 'FrequencyCode', 'CancelCode', 'CancelDate'] as const;

function Workspace({ contract, payout }: { contract: ContractId; payout: PayoutState }) {
  const { merchant, product, href } = useTenant();
  const [isCancelling, setCancelling] = useState(false);
  const history = usePayoutHistory(contract);
  const { ClientNumber, ContractNumber } = payout.record ?? {};
  const sequence =
    payout.record?.ContractSequence ?? ('ContractSequence' in contract ? contract.ContractSequence : undefined);
  const isOver = history.status !== undefined;
  return (
    <Page
      title={`${ClientNumber ?? '—'} / ${ContractNumber ?? '—'}`}
      lead={
        <Stack direction="row" useFlexGap sx={{ columnGap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
          {history.status && <StatusMark value={history.status} />}
          {sequence !== undefined && <span>Payout contract sequence {sequence}</span>}
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
        <Facts
          record={payout.record ?? {}}
          fieldNames={[...fieldNames, ...more.filter((fieldName) => payout.record?.[fieldName] != null)]}
        />
        {payout.record?.PaymentAmount === undefined && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
            The service does not return the amount and the frequency that it was made with; each payment has its own
            amount.
          </Typography>
        )}
      </Section>
      <PayoutPayments contract={contract} payout={payout} isOver={isOver} />
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
        contract={contract}
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
  const { text, named } = useContractId();
  const { href } = useTenant();
  const payout = usePayout(named);
  if (named && payout.record) return <Workspace key={segmentOf(named)} contract={named} payout={payout} />;
  const name = named ? nameOfId(named) : text;
  return (
    <Page title={`Payout contract ${name}`} back={{ label: 'Payout contracts', to: href(links.payoutContracts()) }}>
      <RecordStates of={payout}>There is no payout contract {name} here.</RecordStates>
    </Page>
  );
}
