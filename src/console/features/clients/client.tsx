import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { useRead } from '../../api/client.ts';
import { links } from '../../domain/links.ts';
import { ActionButton } from '../../kit/list/action-button.tsx';
import { clientFields } from '../../domain/client/fields.ts';
import { ClientContracts, ClientMandates } from './contracts.tsx';
import { Messages } from '../../domain/client/messages.tsx';
import { ClientPayouts } from './payouts.tsx';
import { ClientTransactions } from './transactions.tsx';
import { Facts } from '../../kit/ui/facts.tsx';
import { Page } from '../../kit/ui/page.tsx';
import { RecordStates } from '../../domain/record-states.tsx';
import { Folded } from '../../kit/record/folded.tsx';
import { RecordPage } from '../../kit/record/header.tsx';
import { useClientFacts } from './facts.tsx';
import { useTenant } from '../../api/tenant.ts';
import { noteOpened } from '../../session/recent-records.ts';

/** One client: facts, what is collected from them, what is paid to them, and what can be begun with them. */
export function Client() {
  const number = useParams().number ?? '';
  const { merchant, product, href } = useTenant();
  const read = useRead('clientList', { ClientNumber: number });
  const client = read.data?.records[0];
  const isThere = Boolean(client);
  useEffect(() => {
    if (isThere) noteOpened({ merchant, product }, { kind: 'client', ClientNumber: number });
  }, [isThere, merchant, product, number]);
  const begin = { client: number };
  const facts = useClientFacts(number, client);
  const back = { label: 'Clients', to: href(links.clients()) };
  if (!client)
    return (
      <Page title={`Client ${number}`} back={back}>
        <RecordStates of={{ ...read, retry: () => void read.refetch() }}>
          Merchant {merchant} has no client {number} under {product}.
        </RecordStates>
      </Page>
    );
  return (
    <RecordPage
      name={client.ClientName ?? `Client ${number}`}
      numbers={[
        { name: 'Client', text: number },
        { name: 'Cellphone', text: client.CellphoneNumber },
        { name: 'Email', text: client.EMail },
      ]}
      facts={facts}
      back={back}
      action={
        <ActionButton operation="mandateCreate" variant="contained" to={href(links.mandateCreate(begin))}>
          New mandate
        </ActionButton>
      }
      menu={[
        { label: 'Edit client', operation: 'clientEdit', to: href(links.clientEdit(number)) },
        { label: 'New contract', operation: 'contractCreate', to: href(links.contractCreate(begin)) },
        { label: 'New payout', operation: 'payoutContractCreate', to: href(links.payoutContractCreate(begin)) },
      ]}
    >
      <Folded title="All details">
        <Facts record={client} fieldNames={clientFields} />
      </Folded>
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
    </RecordPage>
  );
}
