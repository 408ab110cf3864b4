import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { isAccepted } from '#answers/send/results.ts';
import { useContractPhrases, type OfContract } from '#console/domain/contract/names.ts';
import { loweredText } from '#console/domain/contract/rhythm.ts';
import { contractStatusText } from '#console/domain/contract/status.tsx';
import { FieldInput } from '#console/domain/fields/field-input.tsx';
import { capital } from '#console/domain/money-item/edited-text.ts';
import { useWrite } from '#console/domain/outbox/use-write.ts';
import { useNow } from '#console/session/today.ts';
import type { Input } from '#contract/operations.ts';
import { dateOf } from '#rules/calendar.ts';
import { announce } from './done.ts';
import { ItemForm } from './item-form.tsx';
import { WriteDialog } from './write-dialog.tsx';

interface Target {
  ContractSequence?: number;
  ClientNumber?: string;
  ContractNumber?: string;
}

const nouns = {
  mandateCancel: 'mandate',
  contractCancel: 'contract',
  payoutContractCancel: 'payout contract',
  mandateInitiateCancel: 'mandate',
} as const;

interface Props {
  operation: keyof typeof nouns;
  target: Target;
  number?: string | null;
  /** The record, to be called by its names, if the target has the sequence alone. */
  record?: OfContract;
  /** What else goes or stays. */
  summary: ReactNode;
  open: boolean;
  onClose(): void;
  /** Where the record is shown no more, and what to do instead of closing. */
  onGone?: { page: string; act(): void };
}

function CancelForm({ operation, target, number, record = target, summary, onClose, onGone }: Omit<Props, 'open'>) {
  const noun = nouns[operation];
  const isDelete = operation === 'mandateInitiateCancel';
  const verb = isDelete ? 'delete' : 'cancel';
  const phraseOf = useContractPhrases(operation === 'payoutContractCancel' ? 'payouts' : 'contracts');
  const [now] = useState(useNow());
  const write = useWrite(operation);
  const cancel = (item: Input<Props['operation']>) =>
    write.mutate(item, {
      onSuccess: ({ results, api }) => {
        if (!isAccepted(results)) return;
        const done = isDelete ? 'deleted' : loweredText(contractStatusText('CANCELLED', item.CancelDate, dateOf(now)));
        const text = `${capital(noun)} ${number ?? `of ${phraseOf(record)}`} ${done}`;
        announce({ text, call: { operation, api } }, onGone?.page);
        (onGone?.act ?? onClose)();
      },
    });
  return (
    <ItemForm
      operation={operation}
      defaultValues={{ ...target, CancelDate: now }}
      onSubmit={cancel}
      submitLabel={`${capital(verb)} ${noun}`}
      submitColor="error"
      write={write}
      onCancel={onClose}
      cancelLabel={`Don’t ${verb}`}
    >
      <Stack spacing={2} sx={{ pt: 1 }}>
        <div>
          <Typography>
            The {noun} of {phraseOf(record)}{' '}
            {isDelete
              ? 'is withdrawn before the payer has approved it, with all that was scheduled on it:'
              : 'ends, together with everything still scheduled after the cancel date:'}
          </Typography>
          <Typography component="div" sx={{ fontWeight: 600, my: 1 }}>
            {summary}
          </Typography>
        </div>
        <FieldInput
          fieldName={operation === 'payoutContractCancel' ? 'CancelCode' : 'CancelReason'}
          required
          autoFocus
        />
        <FieldInput fieldName="CancelDate" required />
      </Stack>
    </ItemForm>
  );
}

/** Remains open after a refusal or a lost response, and shows it. */
export const CancelDialog = ({ open, ...rest }: Props) => (
  <WriteDialog
    open={open}
    title={`${rest.operation === 'mandateInitiateCancel' ? 'Delete' : 'Cancel'} this ${nouns[rest.operation]}?`}
    onClose={rest.onClose}
  >
    <CancelForm {...rest} />
  </WriteDialog>
);
