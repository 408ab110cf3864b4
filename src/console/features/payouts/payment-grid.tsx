import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMemo, type ReactNode } from 'react';
import type { CallError } from '#console/api/errors.ts';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { clientColumn } from '#console/domain/client/names/column.tsx';
import { MoneyLines } from '#console/domain/collections/money-lines.tsx';
import { reasonColumn } from '#console/domain/collections/reason.tsx';
import { useContractNames } from '#console/domain/contract/names.ts';
import { links } from '#console/domain/links.ts';
import { reasonOf, type Payment } from '#console/domain/money-item/item.ts';
import { moneyOfItems } from '#console/domain/money-item/money.ts';
import { notEditableReason } from '#console/domain/money-item/rules.ts';
import { StatusSummary } from '#console/domain/money-item/status-summary.tsx';
import { marksOf, otherMarks } from '#console/domain/schedule/table.tsx';
import type { Column } from '#console/kit/grid/columns.ts';
import { Grid } from '#console/kit/grid/grid.tsx';
import { show } from '#console/kit/ui/format.tsx';
import { contractIdOf, segmentOfRecord } from '#console/model/contract-id.ts';
import { isOver, stageOf } from '#console/model/statuses.ts';
import { useToday } from '#console/session/today.ts';
import type { FieldName } from '#contract/fields.ts';
import { weekdayName } from '#rules/day-text.ts';

function PaymentDate({ payment, today }: { payment: Payment; today: string }) {
  const at = payment.PaymentDate ?? '';
  // What should be known of a date is news only while money has not moved on it.
  const marks = isOver(payment.PaymentStatus) ? [] : otherMarks(marksOf(at, today));
  const about = [at.startsWith(today) ? 'today' : weekdayName(at), ...marks].join(' · ');
  return (
    <>
      {show('PaymentDate', at)}{' '}
      <Typography component="span" variant="body2" title={about} color={marks.length > 0 ? 'warning' : 'textSecondary'}>
        {about}
      </Typography>
    </>
  );
}

export type NamedPayment = Payment & { ClientName?: string | null };

const columnsOf = (
  today: string,
  { isOfMany, hasAccounts, hasReasons }: Record<'isOfMany' | 'hasAccounts' | 'hasReasons', boolean>,
): (FieldName | Column<NamedPayment>)[] => [
  ...(isOfMany ? [clientColumn, { fieldName: 'ContractNumber', label: 'Contract', width: 120, priority: 2 }] : []),
  { fieldName: 'PaymentSequence', label: 'No.', width: 54, ...(isOfMany && { priority: 4 }) },
  { fieldName: 'PaymentDate', label: 'Date', width: 218, cell: (it) => <PaymentDate payment={it} today={today} /> },
  { fieldName: 'PaymentAmount', label: 'Amount', width: 132 },
  { fieldName: 'PaymentStatus', label: 'Status', width: 132 },
  ...(hasReasons ? [{ ...reasonColumn<NamedPayment>('ResponseCode', reasonOf), width: 140 }] : []),
  { fieldName: 'PaymentIndicator', label: 'Indicator', width: 100, priority: 5 },
  // Where the money went, whatever the client's bank details say today.
  ...(hasAccounts ? [{ fieldName: 'PaymentAccount', label: 'Paid to', width: 152, priority: 3 } as const] : []),
  ...(isOfMany
    ? [{ fieldName: 'ContractSequence', label: 'ID', width: 100, priority: 6, exported: ['ContractSequence'] }]
    : []),
];

/**
 * What a grid of payments is made of. With `onEdit` each row that is not known to be over offers it or says why it does not.
 *
 * @param isOfMany they are of several contracts, so that each row names its own
 */
export function usePaymentGrid(
  payments: readonly NamedPayment[],
  { isOfMany = false, onEdit }: { isOfMany?: boolean; onEdit?: (payment: Payment) => void },
) {
  const today = useToday();
  const isForbidden = useForbidden('payoutPaymentEdit') !== undefined;
  const nameOf = useContractNames('payouts');
  const { href } = useTenant();
  const hasAccounts = payments.some((it) => it.PaymentAccount != null);
  const hasReasons = payments.some(reasonOf);
  const columns = useMemo(
    () => columnsOf(today, { isOfMany, hasAccounts, hasReasons }),
    [today, isOfMany, hasAccounts, hasReasons],
  );
  const actions = (it: Payment) => {
    const why = notEditableReason(it, today);
    // That a paid one is no longer scheduled, its status says.
    if (why && (isOver(it.PaymentStatus) || stageOf(it.PaymentStatus) === 'underway')) return null;
    if (why)
      return (
        <Typography component="span" variant="body2" color="textSecondary">
          {why}
        </Typography>
      );
    return (
      <Button
        size="small"
        aria-label={`Edit payment ${it.PaymentSequence}${isOfMany ? ` of ${nameOf(it)}` : ''}`}
        onClick={() => onEdit?.(it)}
      >
        Edit
      </Button>
    );
  };
  const to = (it: Payment) => {
    const contract = contractIdOf(it);
    return contract && it.PaymentSequence != null ? href(links.payment(contract, it.PaymentSequence)) : undefined;
  };
  return {
    label: 'Payments',
    columns,
    href: to,
    rowKey: (it: Payment) => `${segmentOfRecord(it)}/${it.PaymentSequence}`,
    actions: onEdit && !isForbidden ? actions : undefined,
    actionsWidth: 130,
    totals:
      payments.length > 1
        ? {
            [isOfMany ? 'ClientName' : 'PaymentSequence']: isOfMany ? 'All' : payments.length,
            PaymentAmount: <MoneyLines money={moneyOfItems(payments)} />,
          }
        : undefined,
    summary: payments.length > 0 && <StatusSummary items={payments} fieldName="PaymentStatus" />,
  };
}

/** The payments of one contract with their status. */
export function PaymentGrid({
  payments,
  isLoading,
  error,
  retry,
  empty,
  onEdit,
}: {
  payments: readonly Payment[];
  isLoading: boolean;
  error?: CallError | null;
  retry?: () => void;
  empty: ReactNode;
  onEdit?: (payment: Payment) => void;
}) {
  const { summary, ...grid } = usePaymentGrid(payments, { onEdit });
  return (
    <>
      {summary}
      <Grid<Payment> {...grid} rows={payments} status={{ loading: isLoading, error, retry }} empty={empty} />
    </>
  );
}
