import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Input } from '../../../contract/operations.ts';
import { links } from '../../domain/links.ts';
import { announce } from '../../domain/write/done.ts';
import { ClientFields } from '../../domain/client/inputs.tsx';
import { Forbidden } from '../../kit/ui/forbidden.tsx';
import { ItemForm } from '../../domain/write/item-form.tsx';
import { Page } from '../../kit/ui/page.tsx';
import { useTenant } from '../../api/tenant.ts';
import { useWrite } from '../../domain/write/write.ts';

type Item = Input<'clientCreate'>;

/** New client. */
export function ClientCreate() {
  const [query] = useSearchParams();
  const { href } = useTenant();
  const write = useWrite('clientCreate');
  const navigate = useNavigate();
  const number = query.get('number') ?? undefined;
  const submit = (item: Item) =>
    write.mutate([item], {
      onSuccess: ({ Successful, api }) => {
        if (!Successful[0]) return;
        const client = item.ClientNumber;
        const to = href(links.client(client));
        announce(
          {
            text: `Client ${item.ClientName ?? client} created`,
            call: { operation: 'clientCreate', api },
            next: [{ label: 'New mandate for this client', to: href(links.mandateCreate({ client })) }],
          },
          to,
        );
        void navigate(to);
      },
    });
  return (
    <Page title="New client" back={{ label: 'Clients', to: href(links.clients()) }}>
      <Forbidden operation="clientCreate" />
      <ItemForm
        operation="clientCreate"
        defaultValues={{ ClientNumber: number }}
        onSubmit={submit}
        submitLabel="Create client"
        write={write}
        draftKey={number ? `client-create/${number}` : 'client-create'}
        onCancel={href(links.clients())}
      >
        <ClientFields isNew />
      </ItemForm>
    </Page>
  );
}
