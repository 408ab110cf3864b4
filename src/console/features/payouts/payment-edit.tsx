import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormContext, useWatch } from 'react-hook-form';
import { isAccepted } from '#console/api/send/results.ts';
import { useContractNames } from '#console/domain/contract/names.ts';
import { editedText } from '#console/domain/money-item/edited-text.ts';
import type { Payment } from '#console/domain/money-item/item.ts';
import { announce } from '#console/domain/write/done.ts';
import { ItemForm } from '#console/domain/write/item-form.tsx';
import { reversed, undoOf } from '#console/domain/write/undo.ts';
import { WriteDialog } from '#console/domain/write/write-dialog.tsx';
import { useWrite } from '#console/domain/write/write.ts';
import { DifferenceList } from '#console/kit/form/difference-list.tsx';
import { difference, touched } from '#console/kit/form/difference.ts';
import { contractIdOf, segmentOf } from '#console/model/contract-id.ts';
import type { Input } from '#contract/operations.ts';
import { PaymentFields } from './payment-fields.tsx';

const editable = ['PaymentDate', 'PaymentAmount', 'PaymentIndicator'] as const;

/** The fields of a form around it that differ from the payment as it was returned. */
const changesOf = (before: Payment, after: Partial<Input<'payoutPaymentEdit'>>) =>
  difference({ ...before }, Object.fromEntries(editable.map((fieldName) => [fieldName, after[fieldName]])));

function LiveDifference({ before }: { before: Payment }) {
  const { control } = useFormContext();
  const [PaymentDate, PaymentAmount, PaymentIndicator] = useWatch({ control, name: [...editable] }) as unknown[];
  const changes = changesOf(before, { PaymentDate, PaymentAmount, PaymentIndicator } as Partial<
    Input<'payoutPaymentEdit'>
  >);
  if (changes.length === 0) return <Typography color="textSecondary">Nothing has changed yet.</Typography>;
  return <DifferenceList changes={changes} />;
}

/** Moves one payment or changes its amount; only what changed is sent. */
export function EditPayment({ payment, onClose }: { payment: Payment | undefined; onClose: () => void }) {
  const contract = payment && contractIdOf(payment);
  const nameOf = useContractNames('payouts');
  const sequence = payment?.PaymentSequence ?? 0;
  const write = useWrite('payoutPaymentEdit', [{ ...contract, PaymentSequence: sequence }]);
  const close = () => {
    write.reset();
    onClose();
  };
  const send = (item: Input<'payoutPaymentEdit'>) => {
    if (!payment) return;
    const changes = changesOf(payment, item);
    if (changes.length === 0) return close();
    const named = { ...contract, PaymentSequence: sequence };
    const name = `Payment ${sequence}`;
    write.mutate([{ ...named, ...touched(changes) }], {
      onSuccess: (answer) => {
        if (!isAccepted(answer.results)) return;
        close();
        announce({
          text: editedText(name, 'PaymentDate', changes),
          call: { operation: 'payoutPaymentEdit', api: answer.api },
          undo: undoOf('payoutPaymentEdit', named, changes, editedText(name, 'PaymentDate', reversed(changes))),
        });
      },
    });
  };
  return (
    <WriteDialog
      title={payment ? `Edit payment ${sequence} of ${nameOf(payment)}` : ''}
      open={Boolean(payment)}
      onClose={close}
    >
      {payment && contract && (
        <ItemForm
          key={`${segmentOf(contract)}/${sequence}`}
          operation="payoutPaymentEdit"
          defaultValues={{
            ...contract,
            PaymentSequence: sequence,
            PaymentDate: payment.PaymentDate,
            PaymentAmount: payment.PaymentAmount,
            PaymentIndicator: payment.PaymentIndicator ?? undefined,
          }}
          onSubmit={send}
          submitLabel="Save payment"
          write={write}
          onCancel={close}
        >
          <Stack spacing={2} sx={{ pt: 1 }}>
            <PaymentFields contract={contract} />
            <LiveDifference before={payment} />
          </Stack>
        </ItemForm>
      )}
    </WriteDialog>
  );
}
