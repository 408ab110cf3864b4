import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import { statusMarkOf } from '#console/domain/held-status.ts';
import { links } from '#console/domain/links.ts';
import type { ApprovalPayment } from '#contract/approvals.ts';
import type { Column } from '#kit/grid/columns.ts';
import { Grid } from '#kit/grid/grid.tsx';
import { accountEnding } from '#kit/ui/format.tsx';
import { StatusMark } from '#kit/ui/status.tsx';
import { dayText, minuteText } from '#rules/day-text.ts';
import { formatCents, toCents } from '#rules/money.ts';
import { checksOf, lastPaidText, notesOf, paymentKey } from './texts.ts';
import { TwoLines } from './two-lines.tsx';

interface Props {
  payments: readonly ApprovalPayment[];
  /** Why payments are excluded, by `paymentKey`. */
  takenOut: ReadonlyMap<string, string>;
  /** Takes a payment out or puts it back; undefined where nothing can be decided. */
  onToggle: ((payment: ApprovalPayment) => void) | undefined;
}

export function HeldPayments({ payments, takenOut, onToggle }: Props) {
  const { href } = useTenant();
  const isAnyHeld = payments.some((it) => it.HeldUntil !== null);
  const isAnyWaiting = payments.some((it) => it.PaymentStatus === 'WAITING');
  const columns = useMemo<Column<ApprovalPayment>[]>(
    () => [
      // Nothing that a second person signs is left out: together they fit next to the list at 1440 pixels, and a tablet.
      {
        fieldName: 'ClientName',
        label: 'Client',
        width: 118,
        growsTo: 280,
        cell: (it) => <TwoLines first={it.ClientName} second={it.ContractNumber} />,
      },
      { fieldName: 'PaymentAccount', label: 'To account', width: 98, cell: (it) => accountEnding(it.PaymentAccount) },
      {
        fieldName: 'PaymentDate',
        label: 'Date',
        width: isAnyHeld ? 172 : 166,
        cell: (it) =>
          it.HeldUntil === null ? (
            minuteText(it.PaymentDate)
          ) : (
            <TwoLines first={minuteText(it.PaymentDate)} second={`Held until ${dayText(it.HeldUntil)}`} />
          ),
      },
      {
        fieldName: 'PaymentAmount',
        label: 'Amount',
        width: payments.some((it) => !it.Expected) ? 124 : 112,
        cell: (it) => {
          const [amount, last] = [formatCents(toCents(it.PaymentAmount) ?? 0), lastPaidText(it)];
          return last ? <TwoLines first={amount} second={last} /> : amount;
        },
      },
      {
        fieldName: 'Check',
        label: isAnyWaiting ? 'To check' : 'Status',
        width: 116,
        cell: (it) => {
          if (it.PaymentStatus !== 'WAITING') return <StatusMark fieldName="PaymentStatus" {...statusMarkOf(it)} />;
          const [first = '', ...others] = takenOut.has(paymentKey(it)) ? ['Excluded', ...checksOf(it)] : checksOf(it);
          return others.length > 0 ? <TwoLines first={first} second={others.join(', ')} /> : first;
        },
      },
    ],
    [payments, takenOut, isAnyHeld, isAnyWaiting],
  );
  return (
    <>
      <Grid<ApprovalPayment>
        label="Payouts"
        rows={payments}
        columns={columns}
        status={{ loading: false }}
        rowKey={paymentKey}
        // In front of a provider a new contract has no page yet.
        href={(it) =>
          href(it.ContractSequence === 0 ? links.client(it.ClientNumber) : links.payoutContract(it.ContractSequence))
        }
        actions={
          onToggle &&
          ((it) =>
            it.PaymentStatus === 'WAITING' && (
              <Button
                size="small"
                aria-label={`${takenOut.has(paymentKey(it)) ? 'Include' : 'Exclude'} ${it.ClientName} ${it.ContractNumber}`}
                onClick={() => onToggle(it)}
              >
                {takenOut.has(paymentKey(it)) ? 'Include' : 'Exclude…'}
              </Button>
            ))
        }
        actionsWidth={114}
        empty={null}
      />
      {payments
        .flatMap((it) => notesOf(it, takenOut.get(paymentKey(it))))
        .map((note) => (
          <Typography key={note} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {note}
          </Typography>
        ))}
    </>
  );
}
