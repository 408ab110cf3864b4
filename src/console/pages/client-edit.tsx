import { useParams } from 'react-router-dom';
import { useRead } from '../api.ts';
import { links } from '../links.ts';
import { ClientFields } from '../parts/client-fields.tsx';
import { EditForm } from '../parts/edit-form.tsx';
import { EditLost } from '../parts/edit-lost.tsx';
import { Page } from '../parts/page.tsx';
import { RecordStates } from '../parts/record-states.tsx';
import { readAnew } from '../parts/use-read-back.ts';
import { usePlace } from '../place.ts';

/** Edit of a client. */
export function ClientEdit() {
  const number = useParams().number ?? '';
  const { merchant, product, href } = usePlace();
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
          lost={(changes) => (
            <EditLost
              of={`client ${number}`}
              changes={changes}
              read={async (place) => (await readAnew('clientList', place, named))[0]}
              open={{ label: 'Open client', to }}
            />
          )}
          back={{ label: 'Back to the client', to }}
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
