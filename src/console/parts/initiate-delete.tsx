import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useWrite } from '../api.ts';
import { isAccepted } from '../send-results.ts';
import { useInstalments } from './contract-instalments.tsx';
import type { Initiate } from './initiate-status.ts';
import { ahead, goingText } from './instalment-totals.ts';
import { ItemForm } from './item-form.tsx';
import { Outcome } from './outcome.tsx';
import { isUnknown, ReadBack } from './read-back.tsx';
import { readAnew, useReadBack } from './use-read-back.ts';
import { useNow, useToday } from './today.ts';
import { Where } from './where.tsx';
import { WordField } from './word-field.tsx';
import { WriteDialog } from './write-dialog.tsx';

/** What goes with it: whatever the date, since nothing may be collected that its payer did not agree to. */
function Going({ sequence }: { sequence: number }) {
  const { list, data, error } = useInstalments(sequence);
  const today = useToday();
  if (!data && error) return 'Its instalments could not be read, so what goes cannot be counted.';
  if (!data) return 'Counting…';
  const going = ahead(list, today);
  return going.length === 0 ? 'It has no scheduled instalment.' : goingText(going);
}

/** After a lost answer: has it gone, or another status than it had? */
function Lost({ sequence, before }: { sequence: number; before: Initiate }) {
  const back = useReadBack(async (place) => {
    const [now] = await readAnew('mandateList', place, { ContractSequence: sequence });
    return now === undefined || now.MandateStatusCode !== before.MandateStatusCode;
  });
  return <ReadBack what={`deletion of initiated mandate ${sequence}`} {...back} found="Close this dialog to go on." />;
}

interface Props {
  it: Initiate;
  onClose(): void;
  /** The person has seen that it is done. */
  onDone(): void;
}

function Form({ it, onClose, onDone }: Props) {
  const [now] = useState(useNow());
  const write = useWrite('mandateInitiateCancel');
  const sequence = it.ContractSequence ?? 0;
  if (write.data && isAccepted(write.data.results))
    return (
      <Stack spacing={2} sx={{ alignItems: 'start' }}>
        <Outcome operation="mandateInitiateCancel" result={write.data} />
        <Button variant="contained" autoFocus onClick={onDone}>
          Close
        </Button>
      </Stack>
    );
  return (
    <ItemForm
      operation="mandateInitiateCancel"
      defaultValues={{ ContractSequence: sequence, CancelDate: now }}
      onSubmit={(item) => write.mutate(item)}
      submitLabel="Delete initiated mandate"
      submitColor="error"
      write={write}
      lost={<Lost sequence={sequence} before={it} />}
      actions={<Button onClick={onClose}>{isUnknown(write.error) ? 'Close' : 'Keep it'}</Button>}
    >
      <Stack spacing={2} sx={{ pt: 1 }}>
        <div>
          <Typography>
            The initiated mandate {it.ClientNumber} / {it.ContractNumber}, contract sequence {sequence}, is withdrawn
            before its payer has answered, with all that was scheduled on it:
          </Typography>
          <Typography component="div" sx={{ fontWeight: 600, my: 1 }}>
            <Going sequence={sequence} />
          </Typography>
          <Where />
        </div>
        <WordField word="CancelReason" required autoFocus />
        <WordField word="CancelDate" required />
      </Stack>
    </ItemForm>
  );
}

/** Deletes an initiated mandate, with the reason and the date that the interface requires. */
export function DeleteInitiate({ it, ...rest }: Omit<Props, 'it'> & { it: Initiate | undefined }) {
  return (
    <WriteDialog open={Boolean(it)} title="Delete this initiated mandate?" onClose={rest.onClose}>
      {it && <Form it={it} {...rest} />}
    </WriteDialog>
  );
}
