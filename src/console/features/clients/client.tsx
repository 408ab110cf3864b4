import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { useRead } from '../../api/client.ts';
import { links } from '../../domain/links.ts';
import { ActionButton } from '../../kit/list/action-button.tsx';
import { BankDetailsChanged } from '../../domain/client/bank-details-changed.tsx';
import { ClientContracts, ClientMandates } from './contracts.tsx';
import { Messages } from '../../domain/client/messages.tsx';
import { ClientPayouts } from './payouts.tsx';
import { ClientTransactions } from './transactions.tsx';
import { Facts } from '../../kit/ui/facts.tsx';
import { Page } from '../../kit/ui/page.tsx';
import { RecordStates } from '../../domain/record-states.tsx';
import { Section } from '../../kit/ui/section.tsx';
import { useTenant } from '../../api/tenant.ts';
import { noteOpened } from '../../session/recent-records.ts';

// In the interface's own order.
const fieldNames = [
  'ClientNumber',
  'ClientName',
  'IDType',
  'IDNumber',
  'CellphoneNumber',
  'EMail',
  'BankCode',
  'BranchCode',
  'AccountType',
  'AccountNumber',
  'AccountHolderName',
] as const;

/** One client: facts, what is collected from them, what is paid to them, and what can be begun with them. */
export function Client() {
  const number = useParams().number ?? '';
  const { merchant, product, href } = useTenant();
  const read = useRead('clientList', { ClientNumber: number });
  const client = read.data?.records[0];
  const isThere = Boolean(client);
  const isMissing = read.error?.kind === 'notFound';
  useEffect(() => {
    if (isThere) noteOpened({ merchant, product }, { kind: 'client', ClientNumber: number });
  }, [isThere, merchant, product, number]);
  const begin = { client: number };
  return (
    <Page
      title={client?.ClientName ?? `Client ${number}`}
      lead={`Client ${number}, merchant ${merchant}, ${product}`}
      back={{ label: 'Clients', to: href(links.clients()) }}
      actions={
        client && (
          <>
            <ActionButton operation="clientEdit" variant="outlined" to={href(links.clientEdit(number))}>
              Edit client
            </ActionButton>
            <ActionButton
              operation="payoutContractCreate"
              variant="outlined"
              to={href(links.payoutContractCreate(begin))}
            >
              New payout
            </ActionButton>
            <ActionButton operation="contractCreate" variant="outlined" to={href(links.contractCreate(begin))}>
              New contract
            </ActionButton>
            <ActionButton operation="mandateCreate" variant="contained" to={href(links.mandateCreate(begin))}>
              New mandate
            </ActionButton>
          </>
        )
      }
    >
      {client ? (
        <Stack spacing={2}>
          <Section title="Details">
            <Facts record={client} fieldNames={fieldNames} />
            <BankDetailsChanged client={client} />
          </Section>
          <ClientMandates number={number} />
          <ClientTransactions number={number} />
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              alignItems: 'start',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
            }}
          >
            <ClientContracts number={number} />
            <ClientPayouts number={number} />
          </Box>
          <Messages client={number} />
        </Stack>
      ) : (
        <RecordStates of={{ ...read, error: isMissing ? null : read.error, retry: () => void read.refetch() }}>
          Merchant {merchant} has no client {number} under {product}.
        </RecordStates>
      )}
    </Page>
  );
}
