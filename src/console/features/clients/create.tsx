import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Input } from '../../../contract/operations.ts';
import { links } from '../../domain/links.ts';
import { ClientFields } from './fields.tsx';
import { Facts } from '../../kit/ui/facts.tsx';
import { Forbidden } from '../../kit/ui/forbidden.tsx';
import { Group } from '../../kit/ui/group.tsx';
import { initiating } from '../../domain/contract/initiate-status.ts';
import { ItemForm } from '../../domain/write/item-form.tsx';
import { NextLink } from '../../kit/ui/next-link.tsx';
import { Outcome } from '../../kit/outcome/outcome.tsx';
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

function Created({
  item,
  back,
  onNext,
}: {
  item: Item;
  back: (typeof waiting)[string] | undefined;
  onNext: () => void;
}) {
  const { href } = useTenant();
  const number = item.ClientNumber;
  return (
    <>
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
        {back ? (
          <NextLink to={href(back.to)}>{back.label}</NextLink>
        ) : (
          <NextLink to={href(links.mandateCreate({ client: number }))}>New mandate for this client</NextLink>
        )}
        <Button variant="outlined" onClick={onNext}>
          New client
        </Button>
        <Button variant="outlined" component={Link} to={href(links.client(number))}>
          Open client
        </Button>
      </Stack>
      <Facts record={item} fieldNames={Object.keys(item)} />
    </>
  );
}

/** New client. `for` says what is being captured, which it leads back to. */
export function ClientCreate() {
  const [query] = useSearchParams();
  const { href } = useTenant();
  const write = useWrite('clientCreate');
  const [round, setRound] = useState(0);
  const back = waiting[query.get('for') ?? ''];
  const number = round === 0 ? (query.get('number') ?? undefined) : undefined;
  const sent = write.variables?.[0];

  if (sent && write.data?.Successful[0])
    return (
      <Page title="Client created" back={{ label: 'Clients', to: href(links.clients()) }}>
        <Stack spacing={3}>
          <Outcome operation="clientCreate" result={write.data} />
          <Created
            item={sent}
            back={back}
            onNext={() => {
              write.reset();
              setRound(round + 1);
            }}
          />
        </Stack>
      </Page>
    );
  return (
    <Page title="New client" back={{ label: 'Clients', to: href(links.clients()) }}>
      <Forbidden operation="clientCreate" />
      <ItemForm
        key={round}
        operation="clientCreate"
        defaultValues={{ ClientNumber: number }}
        onSubmit={(item) => write.mutate([item])}
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
