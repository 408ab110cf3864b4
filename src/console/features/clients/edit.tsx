import { useParams } from 'react-router-dom';
import { useRead } from '../../api/client.ts';
import { links } from '../../domain/links.ts';
import { ClientFields } from '../../domain/client/inputs.tsx';
import { EditForm } from '../../domain/write/edit-form.tsx';
import { Page } from '../../kit/ui/page.tsx';
import { RecordStates } from '../../domain/record-states.tsx';
import { useTenant } from '../../api/tenant.ts';

/** Edit of a client. */
export function ClientEdit() {
  const number = useParams().number ?? '';
  const { merchant, product, href } = useTenant();
  const named = { ClientNumber: number };
  const read = useRead('clientList', named);
  const client = read.data?.records[0];
  const to = href(links.client(number));
  return (
    <Page title="Edit client" lead={`Client ${number}`} back={{ label: `Client ${number}`, to }}>
      {client ? (
        <EditForm
          key={number}
          operation="clientEdit"
          of={`Client ${number}`}
          named={named}
          record={client}
          fields={(hints) => <ClientFields hints={hints} />}
          back={to}
          next={{ label: 'Open client', to }}
        />
      ) : (
        <RecordStates of={{ ...read, retry: () => void read.refetch() }}>
          Merchant {merchant} has no client {number} under {product}.
        </RecordStates>
      )}
    </Page>
  );
}
