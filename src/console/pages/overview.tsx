import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useRead } from '../api.ts';
import { links } from '../links.ts';
import { MoneyText } from '../parts/money-text.tsx';
import { Page } from '../parts/page.tsx';
import { daysOf } from '../parts/ranges.ts';
import { EmptyState, ErrorState, Skeletons } from '../parts/states.tsx';
import { StatusMark } from '../parts/status.tsx';
import { useToday } from '../parts/today.ts';
import { totalsByStatus } from '../parts/totals.ts';
import { usePlace } from '../place.ts';
import { contractOf, recentOf, useWorkingSet } from '../working-set.ts';

function Card({ title, more, children }: { title: string; more?: { to: string; label: string }; children: ReactNode }) {
  return (
    <Paper variant="outlined" component="section" aria-label={title} sx={{ p: 2, minWidth: 0 }}>
      <Stack direction="row" sx={{ mb: 1, gap: 1, justifyContent: 'space-between', alignItems: 'baseline' }}>
        <Typography variant="h2">{title}</Typography>
        {more && (
          <Link component={RouterLink} to={more.to} variant="body2">
            {more.label}
          </Link>
        )}
      </Stack>
      {children}
    </Paper>
  );
}

/** What was collected this month, by outcome. A payout is a transaction, too, and no collection. */
function Collections() {
  const { product, href } = usePlace();
  const { from, to } = daysOf('this-month', useToday());
  const { data, error, isLoading, refetch } = useRead('transactionReport', {
    StartDate: `${from} 00:00`,
    EndDate: `${to} 23:59`,
    Product: product,
  });
  const totals = totalsByStatus(data?.records.filter((it) => it.TransactionType !== 'PAYOUT') ?? []);
  return (
    <Card
      title="Collections this month"
      more={{ to: href(links.reports('transactions', { range: 'this-month' })), label: 'Open the report' }}
    >
      {isLoading ? (
        <Skeletons rows={3} />
      ) : error && error.kind !== 'notFound' ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : totals.length === 0 ? (
        <EmptyState title="No collections yet">
          From {from} to {to}
        </EmptyState>
      ) : (
        <Box
          component="table"
          sx={{ width: 1, borderCollapse: 'collapse', '& th, & td': { py: 0.75, textAlign: 'right' } }}
        >
          <Box component="caption" sx={{ captionSide: 'bottom', pt: 1, textAlign: 'left', color: 'text.secondary' }}>
            From {from} to {to}
          </Box>
          <thead>
            <Box component="tr" sx={{ color: 'text.secondary', '& th': { fontWeight: 400, fontSize: '0.8125rem' } }}>
              <Box component="th" scope="col" sx={{ textAlign: 'left !important' }}>
                Status
              </Box>
              <th scope="col">Count</th>
              <th scope="col">Sum</th>
            </Box>
          </thead>
          <tbody>
            {totals.map(({ status, count, cents }) => (
              <tr key={status}>
                <Box component="th" scope="row" sx={{ textAlign: 'left !important', fontWeight: 400 }}>
                  <StatusMark word="Status" value={status} />
                </Box>
                <td>{count}</td>
                <td>
                  <MoneyText cents={cents} />
                </td>
              </tr>
            ))}
          </tbody>
        </Box>
      )}
    </Card>
  );
}

/** Mandates that the payer has not answered. */
function Pending() {
  const { href } = usePlace();
  const { data, error, isLoading, refetch } = useRead('mandateList', { MandateStatusCode: 'PENDING' });
  const count = data?.records.length ?? 0;
  const path = href(links.mandates({ status: 'PENDING' }));
  return (
    <Card title="Mandates waiting for the payer">
      {isLoading ? (
        <Skeletons rows={1} />
      ) : error?.kind === 'refused' ? (
        // The interface's intended use of this retrieve is one record (Endpoints, Mandates).
        <Typography color="textSecondary">This service does not list mandates by status.</Typography>
      ) : error && error.kind !== 'notFound' ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : count === 0 ? (
        <Typography color="textSecondary">None is waiting.</Typography>
      ) : (
        <Link component={RouterLink} to={path} sx={{ fontSize: '1rem', fontWeight: 600 }}>
          {count} {count === 1 ? 'mandate' : 'mandates'}
        </Link>
      )}
    </Card>
  );
}

/** What was opened in this session. */
function Recent() {
  const place = usePlace();
  useWorkingSet();
  const recent = recentOf(place);
  return (
    <Card title="Opened in this session">
      {recent.length === 0 ? (
        <Typography color="textSecondary">Contracts and clients that you open are listed here.</Typography>
      ) : (
        <Stack component="ul" spacing={0.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {recent.map((it) => {
            if (it.kind === 'client')
              return (
                <li key={`client ${it.ClientNumber}`}>
                  <Link component={RouterLink} to={place.href(links.client(it.ClientNumber))}>
                    Client {it.ClientNumber}
                  </Link>
                </li>
              );
            const { ClientNumber, ContractNumber } = contractOf(place, it.ContractSequence) ?? {};
            return (
              <li key={it.ContractSequence}>
                <Link component={RouterLink} to={place.href(links.contract(it.ContractSequence))}>
                  Contract {it.ContractSequence}
                </Link>{' '}
                <Typography component="span" color="textSecondary">
                  {[ClientNumber, ContractNumber].filter(Boolean).join(' / ')}
                </Typography>
              </li>
            );
          })}
        </Stack>
      )}
    </Card>
  );
}

/** Where the day begins. */
export function Overview() {
  const { href, merchant, product } = usePlace();
  return (
    <Page
      title="Overview"
      lead={`Merchant ${merchant}, product ${product}`}
      actions={
        <>
          <Button component={RouterLink} to={href(links.clientCreate())}>
            New client
          </Button>
          <Button variant="contained" component={RouterLink} to={href(links.mandateCreate())}>
            New mandate
          </Button>
        </>
      }
    >
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '2fr 1fr' },
          alignItems: 'start',
        }}
      >
        <Collections />
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          <Pending />
          <Recent />
        </Stack>
      </Box>
    </Page>
  );
}
