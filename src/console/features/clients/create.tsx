import Button from '@mui/material/Button';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { Input } from '../../../contract/operations.ts';
import { links } from '../../domain/links.ts';
import { announce } from '../../domain/write/done.ts';
import { ClientFields } from './fields.tsx';
import { Forbidden } from '../../kit/ui/forbidden.tsx';
import { Group } from '../../kit/ui/group.tsx';
import { initiating } from '../../domain/contract/initiate-status.ts';
import { ItemForm } from '../../domain/write/item-form.tsx';
import { Page } from '../../kit/ui/page.tsx';
import { FieldInput } from '../../kit/form/field-input.tsx';
import { useTenant } from '../../api/tenant.ts';
import { useWrite } from '../../domain/write/write.ts';

type Item = Input<'clientCreate'>;

/** What may be waiting for its client, kept as a draft on its own page. */
const waiting: Record<string, { label: string; to: string }> = {
  mandate: { label: 'Back to the new mandate', to: links.mandateCreate() },
  initiated: {
    label: 'Back to the new mandate',
    to: links.mandateCreate({ type: initiating.TransactionType }),
  },
  contract: { label: 'Back to the new contract', to: links.contractCreate() },
  payout: { label: 'Back to the new payout contract', to: links.payoutContractCreate() },
};

/** New client. `for` says what is being captured, which it leads back to. */
export function ClientCreate() {
  const [query] = useSearchParams();
  const { href } = useTenant();
  const write = useWrite('clientCreate');
  const navigate = useNavigate();
  const back = waiting[query.get('for') ?? ''];
  const number = query.get('number') ?? undefined;
  const submit = (item: Item) =>
    write.mutate([item], {
      onSuccess: ({ Successful, api }) => {
        if (!Successful[0]) return;
        const client = item.ClientNumber;
        const to = href(back ? back.to : links.client(client));
        announce(
          {
            text: `Client ${item.ClientName ?? client} created`,
            call: { operation: 'clientCreate', api },
            next: back ? [] : [{ label: 'New mandate for this client', to: href(links.mandateCreate({ client })) }],
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
        actions={
          back && (
            <Button component={Link} to={href(back.to)}>
              {back.label}
            </Button>
          )
        }
      >
        <Group title="Number">
          <FieldInput fieldName="ClientNumber" required autoFocus={!number} />
        </Group>
        <ClientFields isNew />
      </ItemForm>
    </Page>
  );
}
