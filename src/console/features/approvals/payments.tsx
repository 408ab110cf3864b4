import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import { clientColumn } from '#console/domain/client/names/column.tsx';
import { links } from '#console/domain/links.ts';
import type { Column } from '#console/kit/grid/columns.ts';
import { Grid } from '#console/kit/grid/grid.tsx';
import { MoneyText } from '#console/kit/ui/money-text.tsx';
import type { ApprovalPayment } from '#contract/approvals.ts';
import { minuteText } from '#rules/day-text.ts';
import { checkText, keyOf } from './texts.ts';

interface Props {
  payments: readonly ApprovalPayment[];
  /** Why payments are taken out, by `keyOf`. */
  takenOut: ReadonlyMap<string, string>;
  /** Takes a payment out or puts it back; undefined where nothing can be decided. */
  onToggle: ((payment: ApprovalPayment) => void) | undefined;
}

const heldUntil: Column<ApprovalPayment> = {
  fieldName: 'HeldUntil',
  label: 'Held until',
  width: 150,
  priority: 1,
  cell: (it) => it.HeldUntil !== null && minuteText(it.HeldUntil),
};

export function Payments({ payments, takenOut, onToggle }: Props) {
  const { href } = useTenant();
  const isAnyHeld = payments.some((it) => it.HeldUntil !== null);
  const columns = useMemo<Column<ApprovalPayment>[]>(
    () => [
      { ...clientColumn, width: 160, growsTo: 236 },
      { fieldName: 'ContractNumber', label: 'Contract', width: 110, priority: 3 },
      // Without its fingerprint, which is for comparisons.
      { fieldName: 'PaymentAccount', label: 'To account', width: 104, cell: (it) => it.PaymentAccount.split(' ')[0] },
      { fieldName: 'PaymentDate', label: 'Date', width: 120 },
      { fieldName: 'PaymentAmount', label: 'Amount', width: 112 },
      {
        fieldName: 'LastPaid',
        label: 'Last paid',
        width: 104,
        align: 'right',
        cell: ({ LastPaid }) => (LastPaid === null ? 'First' : <MoneyText amount={LastPaid} />),
      },
      { fieldName: 'PaymentStatus', label: 'Status', width: 150, priority: 4 },
      ...(isAnyHeld ? [heldUntil] : []),
      {
        fieldName: 'Check',
        label: 'To check',
        width: 150,
        growsTo: 380,
        cell: (it) => {
          const reason = takenOut.get(keyOf(it));
          return reason === undefined ? checkText(it) : `Taken out: “${reason}”`;
        },
      },
    ],
    [takenOut, isAnyHeld],
  );
  return (
    <Grid<ApprovalPayment>
      label="Payouts"
      rows={payments}
      columns={columns}
      status={{ loading: false }}
      rowKey={keyOf}
      href={(it) => href(links.payoutContract(it.ContractSequence))}
      actions={
        onToggle &&
        ((it) =>
          it.PaymentStatus === 'WAITING' && (
            <Button
              size="small"
              aria-label={`${takenOut.has(keyOf(it)) ? 'Put back' : 'Take out'} ${it.ClientName} ${it.ContractNumber}`}
              onClick={() => onToggle(it)}
            >
              {takenOut.has(keyOf(it)) ? 'Put back' : 'Take out…'}
            </Button>
          ))
      }
      actionsWidth={108}
      empty={null}
    />
  );
}
