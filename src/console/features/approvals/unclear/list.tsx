import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { useOutgoingCalls } from '#console/api/outgoing-calls.ts';
import { productName, useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import type { OutgoingCall } from '#contract/outgoing-calls.ts';
import { useSearchParam } from '#kit/address/address.ts';
import type { Column } from '#kit/grid/columns.ts';
import { Grid } from '#kit/grid/grid.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { minuteText } from '#rules/day-text.ts';
import { TwoLines } from '../two-lines.tsx';
import { UnclearCall } from './call.tsx';
import { useCallNames, useReadContracts } from './names.ts';
import { centsSent, providerText, sentText } from './texts.ts';

const none: OutgoingCall[] = [];

/** Changes that went to the provider without a clear outcome (docs/gateway.md), and the one that is open. */
export function UnclearCalls() {
  const { read } = useOutgoingCalls();
  const { href, product } = useTenant();
  const [open, setOpen] = useSearchParam('open');
  const nameOf = useCallNames();
  const calls = read.data?.Calls ?? none;
  useReadContracts(calls);
  const columns = useMemo<Column<OutgoingCall>[]>(
    () => [
      {
        fieldName: 'Call',
        label: 'What was sent',
        width: 200,
        growsTo: 380,
        cell: (it) => (
          <TwoLines
            first={nameOf(it)}
            second={[sentText(it), it.Product !== product && productName(it.Product)].filter(Boolean).join(' · ')}
          />
        ),
      },
      {
        fieldName: 'Amount',
        width: 120,
        isAmount: true,
        cell: (it) => {
          const cents = centsSent(it);
          return cents !== undefined && <MoneyText cents={cents} />;
        },
      },
      {
        fieldName: 'SentAt',
        label: 'Sent',
        width: 160,
        cell: (it) => <TwoLines first={minuteText(it.SentAt ?? it.AskedAt)} second={it.AskedBy} />,
      },
      {
        fieldName: 'Note',
        label: 'Provider shows',
        width: 260,
        growsTo: 520,
        cell: (it) => {
          const [first, second] = providerText(it);
          return <TwoLines first={first} second={second} />;
        },
      },
    ],
    [nameOf, product],
  );
  return (
    <>
      {calls.length > 0 && (
        <Muted>Sent to the provider, and the answer never came. Nothing is sent again until somebody decides.</Muted>
      )}
      <Box>
        <Grid<OutgoingCall>
          label="Unclear calls"
          rows={calls}
          columns={columns}
          status={{ loading: read.isLoading, error: read.error, retry: () => void read.refetch() }}
          rowKey={(it) => it.Call}
          href={(it) => href(links.approvals('unclear', { open: it.Call }))}
          empty={
            <EmptyState title="Nothing is unclear">
              The outcome of everything that was sent to the provider is known.
            </EmptyState>
          }
        />
      </Box>
      {open && (
        <UnclearCall key={open} id={open} listed={calls.find((it) => it.Call === open)} onClose={() => setOpen('')} />
      )}
    </>
  );
}
