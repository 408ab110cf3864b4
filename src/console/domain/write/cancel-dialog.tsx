import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState, type ReactNode } from 'react';
import { useContractPhrases } from '../contract/names.ts';
import { isUnknown } from '../../api/errors.ts';
import { useWrite } from './write.ts';
import { ItemForm } from './item-form.tsx';
import { Outcome } from '../../kit/outcome/outcome.tsx';
import { useNow } from '../../session/today.ts';
import { TenantLine } from './tenant-line.tsx';
import { FieldInput } from '../../kit/form/field-input.tsx';

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
  /** What goes with it: count and sum of what is still scheduled. */
  summary: ReactNode;
  open: boolean;
  onClose(): void;
  /** The person has seen that it is done. */
  onDone(): void;
}

function CancelForm({
  operation,
  target,
  summary,
  onClose,
  onDone,
  titleId,
}: Omit<Props, 'open'> & { titleId: string }) {
  const noun = nouns[operation];
  const phraseOf = useContractPhrases(operation === 'payoutContractCancel' ? 'payouts' : 'contracts');
  const [now] = useState(useNow());
  const write = useWrite(operation, [{ ...target }]);
  const isDone = (write.data?.Successful.length ?? 0) > 0;
  return (
    <>
      <DialogTitle id={titleId}>{isDone ? `The ${noun} is cancelled` : `Cancel this ${noun}?`}</DialogTitle>
      <DialogContent>
        {isDone ? (
          <Outcome operation={operation} result={write.data} />
        ) : (
          <ItemForm
            operation={operation}
            defaultValues={{ ...target, CancelDate: now }}
            onSubmit={(item) => write.mutate(item)}
            submitLabel={`Cancel ${noun}`}
            submitColor="error"
            write={write}
            actions={<Button onClick={onClose}>{isUnknown(write.error) ? 'Close' : 'Don’t cancel'}</Button>}
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
        )}
      </DialogContent>
      {isDone && (
        <DialogActions>
          <Button variant="contained" autoFocus onClick={onDone}>
            Close
          </Button>
        </DialogActions>
      )}
    </>
  );
}

/**
 * Cancels a mandate, contract or payout contract: it names, counts and sums what goes, asks for the reason and the date
 * that the interface requires, and shows what became of it. It stays open until the answer has been read.
 */
export function CancelDialog({ open, ...rest }: Props) {
  const titleId = useId();
  return (
    <Dialog open={open} onClose={rest.onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      {open && <CancelForm {...rest} titleId={titleId} />}
    </Dialog>
  );
}
