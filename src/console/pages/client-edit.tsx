import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { clients } from '../../contract/clients.ts';
import type { Input, Output } from '../../contract/operations.ts';
import { useRead, useWrite } from '../api.ts';
import { links } from '../links.ts';
import { ClientFields } from '../parts/client-fields.tsx';
import { difference, touched, type Changed } from '../parts/difference.ts';
import { Forbidden } from '../parts/forbidden.tsx';
import { ItemForm } from '../parts/item-form.tsx';
import { NextLink } from '../parts/next-link.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { Page } from '../parts/page.tsx';
import { returnedOf } from '../parts/returned.ts';
import { ReviewDialog } from '../parts/review-dialog.tsx';
import { ErrorState, Skeletons } from '../parts/states.tsx';
import { usePlace } from '../place.ts';

type Item = Input<'clientEdit'>;

const editable = (Object.keys(clients.clientEdit.input.shape) as (keyof Item)[]).filter(
  (word) => word !== 'ClientNumber',
);

function Form({ number, client }: { number: string; client: Output<'clientList'> }) {
  const { href } = usePlace();
  const write = useWrite('clientEdit');
  const [changes, setChanges] = useState<Changed[]>();
  const [isSame, setSame] = useState(false);
  // Kept from when the page opened: a reload behind a half-typed form must not turn edits around.
  const [{ returned, hints }] = useState(() => returnedOf(client, editable));

  const review = (item: Item) => {
    const found = difference(returned, Object.fromEntries(editable.map((word) => [word, item[word]])));
    setSame(found.length === 0);
    if (found.length > 0) setChanges(found);
  };
  const send = () => {
    if (!changes) return;
    write.mutate([{ ClientNumber: number, ...touched(changes) }], { onSettled: () => setChanges(undefined) });
  };

  if (write.data?.Successful[0])
    return (
      <Stack spacing={3}>
        <Outcome operation="clientEdit" sent={write.variables ?? []} result={write.data} />
        <NextLink to={href(links.client(number))}>Open client</NextLink>
      </Stack>
    );
  return (
    <>
      {isSame && (
        <Alert severity="info" sx={{ mb: 2 }}>
          Nothing has changed, so there is nothing to save.
        </Alert>
      )}
      <ItemForm
        operation="clientEdit"
        defaultValues={{
          ClientNumber: number,
          ...Object.fromEntries(editable.map((word) => [word, returned[word] ?? undefined])),
        }}
        onSubmit={review}
        submitLabel="Review changes"
        pending={write.isPending}
        error={write.error}
        faults={write.data?.Failed[0]?.Errors}
        draftKey={`client-edit/${number}`}
        actions={
          <Button component={Link} to={href(links.client(number))}>
            Back to the client
          </Button>
        }
      >
        <ClientFields hints={hints} />
      </ItemForm>
      <ReviewDialog
        of={`Client ${number}`}
        changes={changes}
        record={returned}
        pending={write.isPending}
        onSend={send}
        onClose={() => setChanges(undefined)}
      />
    </>
  );
}

/** Edit of a client: only touched words go, after their difference was shown. */
export function ClientEdit() {
  const number = useParams().number ?? '';
  const { href } = usePlace();
  const read = useRead('clientList', { ClientNumber: number });
  const client = read.data?.records[0];
  return (
    <Page
      title="Edit client"
      lead={`Client ${number}`}
      back={{ label: `Client ${number}`, to: href(links.client(number)) }}
    >
      <Forbidden operation="clientEdit" />
      {read.isLoading && <Skeletons rows={8} />}
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {client && <Form key={number} number={number} client={client} />}
    </Page>
  );
}
