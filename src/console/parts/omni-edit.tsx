import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useWatch } from 'react-hook-form';
import type { Input } from '../../contract/operations.ts';
import { useWrite, type Outcome } from '../api.ts';
import { difference, fieldLabel, touched, type Changed } from './difference.ts';
import { show } from './format.tsx';
import { ItemForm } from './item-form.tsx';
import type { Omni } from './omni-instalments.ts';
import { LostEdit } from './omni-lost.tsx';
import { isUnknown } from './read-back.tsx';
import { dayName, marksOf } from './schedule-table.tsx';
import { useToday } from './today.ts';
import { WordField } from './word-field.tsx';

type Item = Input<'omniInstalmentEdit'>;

const changesOf = (before: Omni, { CollectionDate, InstalmentAmount }: Partial<Item>): Changed[] =>
  difference({ ...before }, { CollectionDate, InstalmentAmount });

/** Weekday and what to know of the date that is in the form. */
export function DateMarks() {
  const date = useWatch({ name: 'CollectionDate' }) as string | null | undefined;
  const today = useToday();
  const at = `${date ?? ''} 00:00`;
  if (!dayName(at)) return null;
  const marks = marksOf(at, today);
  return (
    <Typography variant="body2" color={marks.length > 0 ? 'warning' : 'textSecondary'}>
      {[dayName(at), ...marks].join(' · ')}
    </Typography>
  );
}

/** What an edit changes, in a line: a table of its own would not belong into one. */
export function Difference({ changes }: { changes: readonly Changed[] }) {
  return (
    <Typography variant="body2" component="div">
      {changes.map(({ word, old, next }) => (
        <div key={word}>
          {fieldLabel(word)}: <del>{show(word, old)}</del> → <strong>{show(word, next)}</strong>
        </div>
      ))}
    </Typography>
  );
}

function LiveDifference({ before }: { before: Omni }) {
  const [CollectionDate, InstalmentAmount] = useWatch({ name: ['CollectionDate', 'InstalmentAmount'] }) as [
    Item['CollectionDate'],
    Item['InstalmentAmount'],
  ];
  const changes = changesOf(before, { CollectionDate, InstalmentAmount });
  if (changes.length === 0)
    return (
      <Typography variant="body2" color="textSecondary">
        Nothing has changed yet. Enter saves, Escape leaves.
      </Typography>
    );
  return <Difference changes={changes} />;
}

export interface Edited {
  changes: Changed[];
  result: Outcome<'omniInstalmentEdit'>;
}

/** The row of an instalment while its date and amount are typed; only what changed is sent. */
export function OmniEdit({
  contract,
  before,
  onLeave,
  onDone,
}: {
  contract: number;
  before: Omni;
  onLeave(): void;
  onDone(edited: Edited): void;
}) {
  const write = useWrite('omniInstalmentEdit');
  const sequence = before.InstalmentSequence ?? 0;
  const send = (item: Item) => {
    const changes = changesOf(before, item);
    if (changes.length === 0) return onLeave();
    write.mutate([{ ContractSequence: contract, InstalmentSequence: sequence, ...touched(changes) }], {
      onSuccess: (result) => result.Failed.length === 0 && onDone({ changes, result }),
    });
  };
  const sent = write.variables?.[0];
  return (
    <Box onKeyDown={(event) => event.key === 'Escape' && !write.isPending && onLeave()}>
      <ItemForm
        operation="omniInstalmentEdit"
        defaultValues={{
          ContractSequence: contract,
          InstalmentSequence: sequence,
          CollectionDate: before.CollectionDate,
          InstalmentAmount: before.InstalmentAmount,
        }}
        onSubmit={send}
        submitLabel="Save"
        pending={write.isPending}
        error={write.error}
        faults={write.data?.Failed[0]?.Errors}
        actions={
          <Button disabled={write.isPending} onClick={onLeave}>
            Leave
          </Button>
        }
      >
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            alignItems: 'start',
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(180px, 100%), 220px))',
          }}
        >
          <div>
            <WordField word="CollectionDate" required autoFocus />
            <DateMarks />
          </div>
          <WordField word="InstalmentAmount" required />
        </Box>
        <LiveDifference before={before} />
        {sent && isUnknown(write.error) && <LostEdit sent={sent} />}
      </ItemForm>
    </Box>
  );
}
