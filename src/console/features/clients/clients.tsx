import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import type { LooseOutput } from '../../../contract/operations.ts';
import { useRead } from '../../api/client.ts';
import { links } from '../../domain/links.ts';
import { ActionButton } from '../../kit/list/action-button.tsx';
import { FindBox } from '../../kit/list/find-box.tsx';
import { Grid } from '../../kit/grid/grid.tsx';
import { useUrlSort } from '../../kit/grid/sort.ts';
import { Page } from '../../kit/ui/page.tsx';
import { useSearchParam } from '../../kit/list/search-param.ts';
import { EmptyState } from '../../kit/ui/states.tsx';
import { useTenant } from '../../api/tenant.ts';
import { clientsOf, useRecentRecords, type SeenClient } from '../../session/recent-records.ts';

type Client = LooseOutput<'clientList'>;

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

const holds = (client: Client, needle: string) =>
  searched.some((fieldName) => client[fieldName]?.toLowerCase().includes(needle));

/** Where the service lists none: those that were met since this window was opened. */
function Met() {
  const tenant = useTenant();
  useRecentRecords();
  const met = [...clientsOf(tenant).values()];
  if (met.length === 0) return null;
  return (
    <section aria-label="From this session">
      <Typography variant="body2" color="textSecondary" component="p" sx={{ mb: 1 }}>
        {met.length === 1 ? '1 client' : `${met.length} clients`} from this session; others are not shown.
      </Typography>
      <Grid<SeenClient>
        label="Clients from this session"
        rows={met}
        columns={['ClientNumber', 'ClientName']}
        status={{ loading: false }}
        empty={null}
        rowKey={(it) => it.ClientNumber}
        href={(it) => tenant.href(links.client(it.ClientNumber))}
      />
    </section>
  );
}

/** Clients: all of them where the service lists them, otherwise one by its number. */
export function Clients() {
  const { href } = useTenant();
  const [text, setText] = useSearchParam('q');
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
        <ActionButton operation="clientCreate" variant="contained" to={href(links.clientCreate())}>
          New client
        </ActionButton>
      }
    >
      <Stack spacing={2}>
        <Stack direction="row">
          <FindBox
            label="Find a client"
            hint={isUnlisted ? 'The whole client number' : 'Any part of the number, name, cellphone number or email'}
            value={text}
            onFind={setText}
          />
        </Stack>
        {rows.length > 0 && (
          <Typography variant="body2" color="textSecondary" component="output">
            {rows.length === 1 ? '1 client' : `${rows.length} clients`}
          </Typography>
        )}
        {isUnlisted && !text ? (
          <>
            <EmptyState title="Find a client by its number">
              Clients cannot all be listed here: enter the whole client number.
            </EmptyState>
            <Met />
          </>
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
