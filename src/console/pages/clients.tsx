import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { Output } from '../../contract/operations.ts';
import { useRead } from '../api.ts';
import { links } from '../links.ts';
import { FindBox } from '../parts/find-box.tsx';
import { Grid } from '../parts/grid.tsx';
import { useUrlSort } from '../parts/grid-sort.ts';
import { Page } from '../parts/page.tsx';
import { useQueryWord } from '../parts/query-word.ts';
import { EmptyState } from '../parts/states.tsx';
import { usePlace } from '../place.ts';

type Client = Output<'clientList'>;

const columns = [
  'ClientNumber',
  'ClientName',
  'BankCode',
  'BranchCode',
  'AccountNumber',
  'CellphoneNumber',
  'EMail',
] as const;
const searched = ['ClientNumber', 'ClientName', 'CellphoneNumber', 'EMail'] as const;

const holds = (client: Client, needle: string) => searched.some((word) => client[word]?.toLowerCase().includes(needle));

/** Clients: all of them where the service lists them, otherwise one by its number. */
export function Clients() {
  const { href } = usePlace();
  const [text, setText] = useQueryWord('q');
  const sort = useUrlSort();
  const all = useRead('clientList', {});
  const isUnlisted = all.error?.kind === 'refused';
  const one = useRead('clientList', isUnlisted && text ? { ClientNumber: text } : null);
  const read = isUnlisted && text ? one : all;

  const records = read.data?.records;
  const rows = useMemo(() => {
    const needle = isUnlisted ? '' : text.toLowerCase();
    return (records ?? []).filter((client) => holds(client, needle));
  }, [records, text, isUnlisted]);
  const error = read.error?.kind === 'notFound' ? null : read.error;

  return (
    <Page
      title="Clients"
      actions={
        <Button variant="contained" component={Link} to={href(links.clientCreate())}>
          New client
        </Button>
      }
    >
      <Stack spacing={2}>
        <FindBox
          label="Find a client"
          hint={isUnlisted ? 'The whole client number' : 'Any part of the number, name, cellphone number or email'}
          value={text}
          onFind={setText}
        />
        {rows.length > 0 && (
          <Typography variant="body2" color="textSecondary" component="output">
            {rows.length === 1 ? '1 client' : `${rows.length} clients`}
          </Typography>
        )}
        {isUnlisted && !text ? (
          <EmptyState title="Find a client by its number">This service does not list all clients.</EmptyState>
        ) : (
          <Grid<Client>
            label="Clients"
            rows={rows}
            columns={columns}
            status={{ loading: read.isLoading, error, retry: () => void read.refetch() }}
            sort={sort}
            rowKey={(it) => it.ClientNumber ?? ''}
            href={(it) => href(links.client(it.ClientNumber ?? ''))}
            empty={
              <EmptyState title={text ? 'No client matches' : 'No clients yet'}>
                {text ? `Nothing was found for “${text}”.` : 'A mandate needs a client: create one first.'}
              </EmptyState>
            }
          />
        )}
      </Stack>
    </Page>
  );
}
