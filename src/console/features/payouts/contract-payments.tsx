import Typography from '@mui/material/Typography';
import { useForbidden } from '#console/api/permission.ts';
import { LimitLink } from '#console/domain/limit-link.tsx';
import { AddItem } from '#console/domain/money-item/add.tsx';
import type { Payment } from '#console/domain/money-item/item.ts';
import { NextFirst } from '#console/domain/money-item/next-first.tsx';
import { payment } from '#console/domain/money-item/resource.ts';
import { notEditableReason } from '#console/domain/money-item/rules.ts';
import type { ContractId } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import { DropDown } from '#kit/ui/drop-down.tsx';
import { Icon } from '#kit/ui/icons.tsx';
import { Section } from '#kit/ui/section.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { usePaymentHref, type PayoutState } from './record.ts';

export function PayoutPayments(props: {
  contract: ContractId;
  payout: PayoutState;
  isOver: boolean;
  added: Payment | undefined;
  onAdded: (start: Payment | undefined) => void;
}) {
  const { contract, payout, isOver, added, onAdded } = props;
  const today = useToday();
  const paymentHref = usePaymentHref();
  const { payments, paymentsError, retry } = payout;
  const list = payments ?? [];
  const isForbidden = useForbidden('payoutPaymentEdit') !== undefined;
  const canChange = !isForbidden && list.some((it) => notEditableReason(it, today) === undefined);
  return (
    <Section
      title="Payments"
      actions={
        canChange && (
          <DropDown
            label={<Icon name="info" />}
            aria-label="What can be changed"
            title="What can be changed"
            endIcon={null}
            size="small"
            align="end"
          >
            {() => (
              <Typography variant="body2" sx={{ p: 1 }}>
                You can change a payment until the day before; a single one can’t be cancelled.{' '}
                {!isOver && 'To stop payments, cancel the payout contract from a date. '}
                <LimitLink topic="cancel-payment" />
              </Typography>
            )}
          </DropDown>
        )
      }
    >
      <AddItem
        resource={payment}
        contract={contract}
        start={added}
        open={added !== undefined}
        onClose={() => onAdded(undefined)}
      />
      <NextFirst
        resource={payment}
        hasTotals
        items={list}
        isLoading={payments === undefined && !paymentsError}
        error={paymentsError}
        retry={retry}
        empty={
          <EmptyState title="No payments">
            This payout contract has none yet{isOver ? '.' : '; add them one by one.'}
          </EmptyState>
        }
        href={paymentHref}
        isOver={isOver}
      />
    </Section>
  );
}
