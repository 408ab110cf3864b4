import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Input } from '../../contract/operations.ts';
import { useWrite } from '../api.ts';
import { usePlace } from '../place.ts';
import { DifferenceList } from './difference-list.tsx';
import { difference, touched } from './difference.ts';
import type { Instalment } from './instalment-totals.ts';
import { ItemForm } from './item-form.tsx';
import { marksOf, dayName } from './schedule-table.tsx';
import { useToday } from './today.ts';
import { WordField } from './word-field.tsx';

const editable = ['InstalmentActionDate', 'InstalmentAmount'] as const;

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

function LiveDifference({ before }: { before: Instalment }) {
  const { control } = useFormContext();
  const [InstalmentActionDate, InstalmentAmount] = useWatch({ control, name: [...editable] }) as unknown[];
  const changes = difference({ ...before }, { InstalmentActionDate, InstalmentAmount });
  if (changes.length === 0) return <Typography color="textSecondary">Nothing has changed yet.</Typography>;
  return <DifferenceList changes={changes} />;
}

/** Where the change goes: a wrong merchant or product would write to the wrong book. */
function Where({ sequence }: { sequence: number }) {
  const { merchant, product } = usePlace();
  return (
    <Typography color="textSecondary">
      Contract {sequence}, merchant {merchant}, {product}.
    </Typography>
  );
}

/** Moves one instalment or changes its amount; only what changed is sent. */
export function EditInstalment({
  contract,
  instalment,
  onClose,
}: {
  contract: number;
  instalment: Instalment | undefined;
  onClose: () => void;
}) {
  const write = useWrite('instalmentEdit');
  const sequence = instalment?.InstalmentSequence ?? 0;
  const close = () => {
    write.reset();
    onClose();
  };
  const send = (item: Input<'instalmentEdit'>) => {
    if (!instalment) return;
    const { InstalmentActionDate, InstalmentAmount } = item;
    const changes = difference({ ...instalment }, { InstalmentActionDate, InstalmentAmount });
    if (changes.length === 0) return close();
    write.mutate([{ ContractSequence: contract, InstalmentSequence: sequence, ...touched(changes) }], {
      onSuccess: (answer) => answer.Failed.length === 0 && close(),
    });
  };
  return (
    <Dialog open={Boolean(instalment)} onClose={close} maxWidth="sm" fullWidth aria-labelledby="edit-instalment">
      <DialogTitle id="edit-instalment">Edit instalment {sequence}</DialogTitle>
      <DialogContent>
        {instalment && (
          <ItemForm
            key={sequence}
            operation="instalmentEdit"
            defaultValues={{
              ContractSequence: contract,
              InstalmentSequence: sequence,
              InstalmentActionDate: instalment.InstalmentActionDate,
              InstalmentAmount: instalment.InstalmentAmount,
            }}
            onSubmit={send}
            submitLabel="Save instalment"
            pending={write.isPending}
            error={write.error}
            faults={write.data?.Failed[0]?.Errors}
            actions={<Button onClick={close}>Close</Button>}
          >
            <Stack spacing={2} sx={{ pt: 1 }}>
              <Where sequence={contract} />
              <WordField word="InstalmentActionDate" required autoFocus />
              <Marks />
              <WordField word="InstalmentAmount" required />
              <LiveDifference before={instalment} />
            </Stack>
          </ItemForm>
        )}
      </DialogContent>
    </Dialog>
  );
}

/** Adds one instalment to a contract, for instance one like that which came back unpaid. */
export function AddInstalment({
  contract,
  amount,
  open,
  onClose,
}: {
  contract: number;
  amount?: number | null;
  open: boolean;
  onClose: () => void;
}) {
  const write = useWrite('instalmentCreate');
  const close = () => {
    write.reset();
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} maxWidth="sm" fullWidth aria-labelledby="add-instalment">
      <DialogTitle id="add-instalment">Add an instalment</DialogTitle>
      <DialogContent>
        {open && (
          <ItemForm
            operation="instalmentCreate"
            defaultValues={{ ContractSequence: contract, InstalmentAmount: amount ?? undefined }}
            onSubmit={(item) => write.mutate([item], { onSuccess: (answer) => answer.Failed.length === 0 && close() })}
            submitLabel="Add instalment"
            pending={write.isPending}
            error={write.error}
            faults={write.data?.Failed[0]?.Errors}
            actions={<Button onClick={close}>Close</Button>}
          >
            <Stack spacing={2} sx={{ pt: 1 }}>
              <Where sequence={contract} />
              <WordField word="InstalmentActionDate" required autoFocus />
              <Marks />
              <WordField word="InstalmentAmount" required />
              <WordField word="TrackingCode" />
              <WordField word="CTCAmount" />
            </Stack>
          </ItemForm>
        )}
      </DialogContent>
    </Dialog>
  );
}
