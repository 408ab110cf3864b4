import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { stageOf } from '#answers/statuses.ts';
import { unknownTypesOf } from '#answers/transaction-kind.ts';
import type { CallError } from '#console/api/errors.ts';
import { LeftOutText } from '#console/domain/collections/left-out.tsx';
import { reasonColumn } from '#console/domain/collections/reason.tsx';
import type { Transaction } from '#console/domain/timeline/events.ts';
import type { Column } from '#kit/grid/columns.ts';
import { Grid } from '#kit/grid/grid.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Section } from '#kit/ui/section.tsx';
import { StatusMark } from '#kit/ui/status.tsx';
import { dayText } from '#rules/day-text.ts';
import { totalsByStatus } from './status-totals.ts';

// The report has no key of its own.
const keys = new WeakMap<Transaction, number>();
let last = 0;
function rowKey(transaction: Transaction): number {
  const key = keys.get(transaction) ?? (last += 1);
  keys.set(transaction, key);
  return key;
}

/** Transactions with their sums; each links to its day in the timeline. */
export function Transactions(props: {
  list: readonly Transaction[];
  read: { isLoading: boolean; error: CallError | null; refetch: () => unknown };
  from: string;
  to: string;
  /** Shows each row's contract. */
  isOfMany?: boolean;
  href: (transaction: Transaction) => string | undefined;
  reportHref: string;
  /** The bank's code for a failure, if known. */
  reasonOf: (transaction: Transaction) => string | undefined;
  children?: ReactNode;
}) {
  const { list, read, from, to, isOfMany = false, href, reportHref, reasonOf, children } = props;
  const columns: (Column<Transaction> | 'TransactionDate')[] = [
    'TransactionDate',
    ...(isOfMany ? [{ fieldName: 'ContractNumber', width: 150 }] : []),
    { fieldName: 'Amount', width: 130 },
    { fieldName: 'Status', width: 120 },
    // Added once reasons have loaded after the rows.
    ...(list.some((it) => stageOf(it.Status) === 'unpaid') ? [reasonColumn('InstalmentResult', reasonOf)] : []),
    { fieldName: 'TransactionType', width: 150, priority: 2 },
    { fieldName: 'DebitSequenceType', label: 'Debit type', width: 140, priority: 3 },
  ];
  return (
    <Section
      title="Transactions"
      actions={
        <Link component={RouterLink} to={reportHref} variant="body2">
          Open report
        </Link>
      }
    >
      {/* Reserves the height of the sums, which load with the rows. */}
      <Stack
        direction="row"
        useFlexGap
        sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 0.5, mb: 1.5, minHeight: 25, alignItems: 'center' }}
      >
        <Muted>
          From {dayText(from)} to {dayText(to)}.
        </Muted>
        {totalsByStatus(list).map(({ status, count, cents }) => (
          <Stack key={status} direction="row" spacing={1} sx={{ alignItems: 'center' }}>
            {status ? <StatusMark fieldName="Status" value={status} /> : <span>No status</span>}
            <Muted>
              {count}, <MoneyText cents={cents} />
            </Muted>
          </Stack>
        ))}
      </Stack>
      <LeftOutText leftOut={{ otherDays: 0, repeated: 0, types: unknownTypesOf(list) }} noun="transaction" />
      <Grid<Transaction>
        label="Transactions"
        rows={list}
        columns={columns}
        status={{
          loading: read.isLoading,
          error: read.error,
          retry: () => void read.refetch(),
        }}
        rowKey={rowKey}
        href={href}
        empty={<Typography>Nothing was collected in this period.</Typography>}
      />
      {children}
    </Section>
  );
}
