import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router-dom';
import { clients } from '../../contract/clients.ts';
import type { Output } from '../../contract/operations.ts';
import { useRead } from '../api.ts';
import { links } from '../links.ts';
import { Facts } from '../parts/facts.tsx';
import { Grid } from '../parts/grid.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { EmptyState, ErrorState, Skeletons } from '../parts/states.tsx';
import { usePlace } from '../place.ts';
import { noteOpened } from '../working-set.ts';

const words = Object.keys(clients.clientList.output.shape);

function Contracts({ number }: { number: string }) {
  const { href } = usePlace();
  const read = useRead('mandateList', { ClientNumber: number });
  const error = read.error?.kind === 'notFound' ? null : read.error;
  return (
    <Section title="Mandates">
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        Contracts without a mandate are not listed by client; find them by their numbers.
      </Typography>
      <Grid<Output<'mandateList'>>
        label="Mandates of this client"
        rows={read.data?.records ?? []}
        columns={[
          'ContractNumber',
          'ContractSequence',
          'MandateStatusCode',
          'InstalmentAmount',
          'FrequencyCode',
          'CollectionDay',
          'NumberOfInstalments',
        ]}
        status={{ loading: read.isLoading, error, retry: () => void read.refetch() }}
        rowKey={(it) => String(it.ContractSequence)}
        href={(it) => href(links.contract(it.ContractSequence ?? 0))}
        empty={<EmptyState title="No mandates yet">This client has no mandate.</EmptyState>}
      />
    </Section>
  );
}

/** One client: facts, and what is collected from them. */
export function Client() {
  const number = useParams().number ?? '';
  const { merchant, product, href } = usePlace();
  const read = useRead('clientList', { ClientNumber: number });
  const client = read.data?.records[0];
  const isThere = Boolean(client);
  useEffect(() => {
    if (isThere) noteOpened({ merchant, product }, { kind: 'client', ClientNumber: number });
  }, [isThere, merchant, product, number]);
  return (
    <Page
      title={client?.ClientName ?? `Client ${number}`}
      lead={`Client ${number}, merchant ${merchant}, ${product}`}
      back={{ label: 'Clients', to: href(links.clients()) }}
      actions={
        client && (
          <>
            <Button variant="outlined" component={Link} to={href(links.clientEdit(number))}>
              Edit client
            </Button>
            <Button variant="contained" component={Link} to={href(links.mandateCreate({ client: number }))}>
              New mandate
            </Button>
          </>
        )
      }
    >
      {read.isLoading && <Skeletons rows={6} />}
      {read.error && <ErrorState error={read.error} retry={() => void read.refetch()} />}
      {client && (
        <Stack spacing={2}>
          <Section title="Details">
            <Facts record={client} words={words} />
          </Section>
          <Contracts number={number} />
        </Stack>
      )}
    </Page>
  );
}
