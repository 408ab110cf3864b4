import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useWrite } from '../api.ts';
import { Where } from './cancel-dialog.tsx';
import { show } from './format.tsx';
import { ItemForm } from './item-form.tsx';
import type { Omni } from './omni-instalments.ts';
import { LostCancel } from './omni-lost.tsx';
import { Outcome } from './outcome.tsx';
import { isUnknown } from './read-back.tsx';
import { WriteDialog } from './write-dialog.tsx';

interface Props {
  contract: number;
  it: Omni;
  onClose(): void;
}

function Form({ contract, it, onClose }: Props) {
  const write = useWrite('omniInstalmentCancel');
  const sequence = it.InstalmentSequence;
  if (write.data && write.data.Failed.length === 0)
    return (
      <Stack spacing={2} sx={{ alignItems: 'start' }}>
        <Outcome operation="omniInstalmentCancel" sent={1} result={write.data} />
        <Button variant="contained" autoFocus onClick={onClose}>
          Close
        </Button>
      </Stack>
    );
  return (
    <ItemForm
      operation="omniInstalmentCancel"
      defaultValues={{ ContractSequence: contract, InstalmentSequence: sequence }}
      onSubmit={() => {
        // Without its number this very call would cancel all that remain (interface, Omni instalments).
        if (sequence != null) write.mutate({ ContractSequence: contract, InstalmentSequence: sequence });
      }}
      submitLabel="Cancel instalment"
      submitColor="error"
      pending={write.isPending}
      error={write.error}
      faults={write.data?.Failed[0]?.Errors}
      actions={
        <Button autoFocus onClick={onClose}>
          {isUnknown(write.error) ? 'Close' : 'Keep it'}
        </Button>
      }
    >
      <div>
        <Typography>
          {show('InstalmentAmount', it.InstalmentAmount)} on {it.CollectionDate}, instalment {sequence} of contract{' '}
          {contract}, will not be collected.
        </Typography>
        <Where />
      </div>
      {isUnknown(write.error) && <LostCancel contract={contract} going={[it]} />}
    </ItemForm>
  );
}

/** Cancels one instalment; that all remaining go is another command. */
export function CancelOne({ it, onClose, contract }: Omit<Props, 'it'> & { it: Omni | undefined }) {
  return (
    <WriteDialog open={Boolean(it)} title={`Cancel instalment ${it?.InstalmentSequence ?? ''}?`} onClose={onClose}>
      {it && <Form contract={contract} it={it} onClose={onClose} />}
    </WriteDialog>
  );
}
