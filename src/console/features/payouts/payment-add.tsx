import Stack from '@mui/material/Stack';
import { useWatch } from 'react-hook-form';
import { isAccepted } from '#console/api/send/results.ts';
import type { Payment } from '#console/domain/money-item/item.ts';
import { announce } from '#console/domain/write/done.ts';
import { ItemForm } from '#console/domain/write/item-form.tsx';
import { WriteDialog } from '#console/domain/write/write-dialog.tsx';
import { useWrite } from '#console/domain/write/write.ts';
import { show } from '#console/kit/ui/format.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import type { ContractId } from '#console/model/contract-id.ts';
import { stageOf } from '#console/model/statuses.ts';
import { weekdayText } from '#rules/day-text.ts';
import { PaymentFields } from './payment-fields.tsx';

/** The same amount on the same day, twice: mostly a mistake, and money that is hard to get back. */
function Twice({ known }: { known: readonly Payment[] }) {
  const [date, amount] = useWatch({ name: ['PaymentDate', 'PaymentAmount'] }) as [string | null, number | null];
  const same = known.find(
    (it) =>
      stageOf(it.PaymentStatus) !== 'cancelled' &&
      Boolean(date) &&
      it.PaymentDate?.slice(0, 10) === date?.slice(0, 10) &&
      it.PaymentAmount === amount,
  );
  if (!same) return null;
  return (
    <Notice tone="warning">
      Payment {same.PaymentSequence} has this amount on this day already. Adding another pays it twice.
    </Notice>
  );
}

/** What an added payment starts with. */
export type NewPayment = Partial<Pick<Payment, 'PaymentDate' | 'PaymentAmount' | 'PaymentIndicator'>>;

/** Adds one payment to a payout contract. `known` are those there are. */
export function AddPayment({
  contract,
  start,
  known,
  onAdded,
  onClose,
}: {
  contract: ContractId;
  /** Undefined while nothing is added. */
  start: NewPayment | undefined;
  known: readonly Payment[];
  onAdded?: () => void;
  onClose: () => void;
}) {
  const write = useWrite('payoutPaymentCreate', [{ ...contract }]);
  const close = () => {
    write.reset();
    onClose();
  };
  return (
    <WriteDialog title="Add a payment" open={start !== undefined} onClose={close}>
      {start && (
        <ItemForm
          operation="payoutPaymentCreate"
          defaultValues={{
            ...contract,
            PaymentDate: start.PaymentDate ?? undefined,
            PaymentAmount: start.PaymentAmount ?? undefined,
            PaymentIndicator: start.PaymentIndicator ?? undefined,
          }}
          onSubmit={(item) => {
            write.mutate([item], {
              onSuccess: (answer) => {
                if (!isAccepted(answer.results)) return;
                close();
                // Where somebody else says what became of it, what is told there must stay.
                if (onAdded) return onAdded();
                announce({
                  text: `Payment of ${show('PaymentAmount', item.PaymentAmount)} on ${weekdayText(item.PaymentDate ?? '')} added`,
                  call: { operation: 'payoutPaymentCreate', api: answer.api },
                });
              },
            });
          }}
          submitLabel="Add payment"
          write={write}
          onCancel={close}
        >
          <Stack spacing={2} sx={{ pt: 1 }}>
            <PaymentFields contract={contract} />
            <Twice known={known} />
          </Stack>
        </ItemForm>
      )}
    </WriteDialog>
  );
}
