import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useWatch } from 'react-hook-form';
import type { Input } from '../../contract/operations.ts';
import { addMonths, dateOf, isDateTime, type DateTimeText } from '../../rules/calendar.ts';
import { useRead, useWrite } from '../api.ts';
import { usePlace } from '../place.ts';
import { LostAdd } from './instalment-lost.tsx';
import type { Instalment } from './instalment-totals.ts';
import { ItemForm } from './item-form.tsx';
import { Outcome } from './outcome.tsx';
import { isUnknown } from './read-back.tsx';
import { dayName, marksOf } from './schedule-table.tsx';
import { useToday } from './today.ts';
import { WordField } from './word-field.tsx';
import { WriteDialog } from './write-dialog.tsx';

function Marks() {
  const at = (useWatch({ name: 'InstalmentActionDate' }) as string | undefined) ?? '';
  const marks = marksOf(at, useToday());
  if (!dayName(at)) return null;
  return (
    <Typography variant="body2" color={marks.length > 0 ? 'warning' : 'textSecondary'}>
      {[dayName(at), ...marks].join(' · ')}
    </Typography>
  );
}

/** The same day and time of the next month that is still ahead. */
export function nextMonthly(at: DateTimeText, today: string): DateTimeText | undefined {
  if (!isDateTime(at)) return undefined;
  const from = dateOf(at);
  for (let months = 1; ; months += 1) {
    // From the first date each time, or a 31st would be a 28th for ever after February.
    const date = addMonths(from, months);
    if (date > today) return date + at.slice(10);
  }
}

function Adding({ contract, like, amount, onClose }: Adding) {
  const { merchant, product } = usePlace();
  const today = useToday();
  const write = useWrite('instalmentCreate');
  // What there was when the form was opened, to tell after a lost answer whether there is one more.
  const before = useRead('instalmentList', { ContractSequence: contract });
  const sent = write.variables?.[0];
  const defaults: Partial<Input<'instalmentCreate'>> = {
    ContractSequence: contract,
    InstalmentAmount: like?.InstalmentAmount ?? amount ?? undefined,
    InstalmentActionDate: nextMonthly(like?.InstalmentActionDate ?? '', today),
    TrackingCode: like?.TrackingCode ?? undefined,
  };
  if (write.data && write.data.Successful.length > 0)
    return (
      <Stack spacing={2} sx={{ alignItems: 'start' }}>
        <Outcome operation="instalmentCreate" sent={1} result={write.data} />
        <Button variant="contained" autoFocus onClick={onClose}>
          Close
        </Button>
      </Stack>
    );
  return (
    <ItemForm
      operation="instalmentCreate"
      defaultValues={defaults}
      onSubmit={(item) => write.mutate([item])}
      submitLabel="Add instalment"
      pending={write.isPending}
      error={write.error}
      faults={write.data?.Failed[0]?.Errors}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <Stack spacing={2} sx={{ pt: 1 }}>
        <Typography color="textSecondary">
          {like && <>Like instalment {like.InstalmentSequence}. </>}Contract {contract}, merchant {merchant}, {product}.
        </Typography>
        <WordField word="InstalmentActionDate" required autoFocus />
        <Marks />
        <WordField word="InstalmentAmount" required />
        <WordField word="TrackingCode" />
        <WordField word="CTCAmount" />
        {sent && isUnknown(write.error) && (
          <LostAdd key={write.submittedAt} contract={contract} sent={sent} before={before.data?.records ?? []} />
        )}
      </Stack>
    </ItemForm>
  );
}

interface Adding {
  contract: number;
  /** The instalment that the new one is like: a month later, of the same amount. */
  like?: Instalment;
  /** Without one, the amount to begin with. */
  amount?: number | null;
  onClose: () => void;
}

/** Adds one instalment to a contract, for instance one like that which came back unpaid. */
export const AddInstalment = ({ open, ...rest }: Adding & { open: boolean }) => (
  <WriteDialog
    open={open}
    title={rest.like ? `New instalment like ${rest.like.InstalmentSequence}` : 'Add an instalment'}
    onClose={rest.onClose}
  >
    <Adding {...rest} />
  </WriteDialog>
);
