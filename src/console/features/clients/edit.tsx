import { useParams } from 'react-router-dom';
import { useRead } from '#console/api/client.ts';
import { useTenant } from '#console/api/tenant.ts';
import { AccountChange } from '#console/domain/client/account-change.tsx';
import { ClientFields } from '#console/domain/client/inputs.tsx';
import { links } from '#console/domain/links.ts';
import { RecordStates, titleOf } from '#console/domain/record-states.tsx';
import { EditForm } from '#console/domain/write/edit-form.tsx';
import { Page } from '#kit/ui/page.tsx';

export function ClientEdit() {
  const number = useParams().number ?? '';
  const { href } = useTenant();
  const named = { ClientNumber: number };
  const read = useRead('clientList', named);
  const client = read.data?.records[0];
  const to = href(links.client(number));
  const name = client?.ClientName || 'client';
  const state = { ...read, retry: () => void read.refetch() };
  const list = { label: 'Clients', to: href(links.clients()) };
  return (
    <Page
      title={client ? `Edit ${name} · ${number}` : titleOf('Client', state)}
      back={client ? [list, { label: `${name} · ${number}`, to }] : list}
    >
      {client ? (
        <EditForm
          key={number}
          operation="clientEdit"
          of={`Client ${number}`}
          named={named}
          record={client}
          note={(changes, stored) => <AccountChange changes={changes} client={stored} />}
          fields={(hints) => <ClientFields hints={hints} />}
          back={to}
          next={{ label: 'Open client', to }}
        />
      ) : (
        <RecordStates of={state} what={`client ${number}`} list={{ ...list, label: 'Search all clients' }} />
      )}
    </Page>
  );
}
