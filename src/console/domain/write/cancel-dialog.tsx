import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { useContractPhrases } from '#console/domain/contract/names.ts';
import { lowered } from '#console/domain/contract/rhythm.ts';
import { contractStatusText } from '#console/domain/contract/status.tsx';
import { FieldInput } from '#console/domain/fields/field-input.tsx';
import { useNow } from '#console/session/today.ts';
import type { Input } from '#contract/operations.ts';
import { dateOf } from '#rules/calendar.ts';
import { announce } from './done.ts';
import { ItemForm } from './item-form.tsx';
import { TenantLine } from './tenant-line.tsx';
import { WriteDialog } from './write-dialog.tsx';
import { useWrite } from './write.ts';

interface Target {
  ContractSequence?: number;
  ClientNumber?: string;
  ContractNumber?: string;
}

const nouns = {
  mandateCancel: 'mandate',
  contractCancel: 'contract',
  payoutContractCancel: 'payout contract',
} as const;

interface Props {
  operation: keyof typeof nouns;
  target: Target;
  number?: string | null;
  summary: ReactNode;
  open: boolean;
  onClose(): void;
}

function CancelForm({ operation, target, number, summary, onClose }: Omit<Props, 'open'>) {
  const noun = nouns[operation];
  const phraseOf = useContractPhrases(operation === 'payoutContractCancel' ? 'payouts' : 'contracts');
  const [now] = useState(useNow());
  const write = useWrite(operation, [{ ...target }]);
  const cancel = (item: Input<Props['operation']>) =>
    write.mutate(item, {
      onSuccess: ({ Successful, api }) => {
        if (Successful.length === 0) return;
        onClose();
        const name = `${noun} ${number ?? `of ${phraseOf(target)}`}`;
        announce({
          text: `${name.charAt(0).toUpperCase()}${name.slice(1)} ${lowered(contractStatusText('CANCELLED', item.CancelDate, dateOf(now)))}`,
          call: { operation, api },
        });
      },
    });
  return (
    <ItemForm
      operation={operation}
      defaultValues={{ ...target, CancelDate: now }}
      onSubmit={cancel}
      submitLabel={`Cancel ${noun}`}
      submitColor="error"
      write={write}
      onCancel={onClose}
      cancelLabel="Don’t cancel"
    >
      <Stack spacing={2} sx={{ pt: 1 }}>
        <div>
          <Typography>
            The {noun} of {phraseOf(target)} ends, together with everything still scheduled after the cancel date:
          </Typography>
          <Typography component="div" sx={{ fontWeight: 600, my: 1 }}>
            {summary}
          </Typography>
          <TenantLine />
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
  <WriteDialog open={open} title={`Cancel this ${nouns[rest.operation]}?`} onClose={rest.onClose}>
    <CancelForm {...rest} />
  </WriteDialog>
);
