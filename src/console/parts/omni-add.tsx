import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type { Input } from '../../contract/operations.ts';
import { useWrite } from '../api.ts';
import { links } from '../links.ts';
import { usePlace } from '../place.ts';
import { Where } from './cancel-dialog.tsx';
import { show } from './format.tsx';
import { countAndSum } from './instalment-totals.ts';
import { ItemForm } from './item-form.tsx';
import { DateMarks } from './omni-edit.tsx';
import { asInstalment, useOmni, type Omni } from './omni-instalments.ts';
import { LostAdd } from './omni-lost.tsx';
import { Outcome } from './outcome.tsx';
import { isUnknown } from './read-back.tsx';
import { WordField } from './word-field.tsx';
import { WriteDialog } from './write-dialog.tsx';

type Item = Input<'omniInstalmentCreate'>;

/** What the contract has so far, and whether there is one on that day already: two on one day are collected twice. */
function Beside({ onRead }: { onRead(list: readonly Omni[]): void }) {
  const [sequence, date] = useWatch({ name: ['ContractSequence', 'CollectionDate'] }) as [unknown, unknown];
  const given = typeof sequence === 'number' && sequence > 0 ? sequence : undefined;
  const { list, isKnown } = useOmni(given);
  useEffect(() => onRead(list), [onRead, list]);
  if (given === undefined || !isKnown) return null;
  const same = list.filter((it) => it.CollectionDate === date && it.Status !== 'CANCELLED');
  if (same.length > 0)
    return (
      <Alert severity="warning">
        That day has {same.length === 1 ? 'one' : same.length} already:{' '}
        {same.map((it) => `No. ${it.InstalmentSequence}, ${show('InstalmentAmount', it.InstalmentAmount)}`).join('; ')}.
      </Alert>
    );
  return (
    <Typography variant="body2" color="textSecondary">
      {list.length === 0
        ? `Contract ${given} has no instalments, or is not there.`
        : `Contract ${given} has ${countAndSum(list.map(asInstalment))}.`}
    </Typography>
  );
}

function Form({ start, contract, onClose }: { start: Partial<Item>; contract?: number; onClose(): void }) {
  const { href } = usePlace();
  const write = useWrite('omniInstalmentCreate');
  const [{ round, item }, setStart] = useState({ round: 0, item: start });
  const [sent, setSent] = useState<Item>();
  const [known, setKnown] = useState<readonly Omni[]>([]);
  // From before the first of several attempts: what one of them stored must count as new.
  const [before, setBefore] = useState<readonly Omni[]>([]);
  const made = write.data?.Successful[0];
  const isOpen = contract !== undefined && sent?.ContractSequence === contract;

  if (sent && made)
    return (
      <Stack spacing={2}>
        <Outcome operation="omniInstalmentCreate" sent={[sent]} result={write.data} />
        <Typography>
          Instalment {made.InstalmentSequence} of contract {sent.ContractSequence}:{' '}
          {show('InstalmentAmount', sent.InstalmentAmount)} on {sent.CollectionDate}.
        </Typography>
        <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
          <Button variant="contained" autoFocus onClick={onClose}>
            Close
          </Button>
          <Button
            variant="outlined"
            onClick={() => {
              write.reset();
              const { CollectionDate: _, ...rest } = sent;
              setStart({ round: round + 1, item: rest });
            }}
          >
            One more like this
          </Button>
          {!isOpen && (
            <Button
              variant="outlined"
              component={Link}
              to={href(links.omni({ contract: sent.ContractSequence }))}
              onClick={onClose}
            >
              Show contract {sent.ContractSequence}
            </Button>
          )}
        </Stack>
      </Stack>
    );
  return (
    <ItemForm
      key={round}
      operation="omniInstalmentCreate"
      defaultValues={item}
      onSubmit={(given) => {
        setSent(given);
        if (!isUnknown(write.error)) setBefore(known);
        write.mutate([given]);
      }}
      submitLabel="Add instalment"
      pending={write.isPending}
      error={write.error}
      faults={write.data?.Failed[0]?.Errors}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <Stack spacing={2} sx={{ pt: 1 }}>
        <Where />
        <WordField word="ContractSequence" required autoFocus={item.ContractSequence === undefined} />
        <WordField word="CollectionDate" required autoFocus={item.ContractSequence !== undefined} />
        <DateMarks />
        <WordField word="InstalmentAmount" required />
        <Beside onRead={setKnown} />
      </Stack>
      {sent && isUnknown(write.error) && <LostAdd sent={sent} before={before} />}
    </ItemForm>
  );
}

/** Adds one omni instalment. `start` is what it begins with: the contract on the page, the amount of another one. */
export function AddOmni({
  start,
  contract,
  onClose,
}: {
  start: Partial<Item> | undefined;
  /** The contract on the page. */
  contract?: number;
  onClose(): void;
}) {
  return (
    <WriteDialog open={start !== undefined} title="Add an omni instalment" onClose={onClose}>
      {start && <Form start={start} contract={contract} onClose={onClose} />}
    </WriteDialog>
  );
}
