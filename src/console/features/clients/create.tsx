import { useNavigate, useSearchParams } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { ClientFields } from '#console/domain/client/inputs.tsx';
import { links } from '#console/domain/links.ts';
import { useWrite } from '#console/domain/outbox/use-write.ts';
import { announce } from '#console/domain/write/done.ts';
import { ItemForm } from '#console/domain/write/item-form.tsx';
import { TemplatesButton } from '#console/domain/write/templates.tsx';
import type { Input } from '#contract/operations.ts';
import { Forbidden } from '#kit/ui/forbidden.tsx';
import { Page } from '#kit/ui/page.tsx';

type Item = Input<'clientCreate'>;

export function ClientCreate() {
  const [query] = useSearchParams();
  const { href } = useTenant();
  const write = useWrite('clientCreate');
  const navigate = useNavigate();
  const number = query.get('number') ?? undefined;
  const name = query.get('name') ?? undefined;
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
      <Forbidden operation="clientCreate">
        <ItemForm
          operation="clientCreate"
          defaultValues={{ ClientNumber: number, ClientName: name }}
          onSubmit={submit}
          submitLabel="Create client"
          write={write}
          draftKey={number ? `client-create/${number}` : 'client-create'}
          onCancel={href(links.clients())}
        >
          <ClientFields isNew />
          <TemplatesButton form="client" />
        </ItemForm>
      </Forbidden>
    </Page>
  );
}
