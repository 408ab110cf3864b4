import Button from '@mui/material/Button';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useRead, useWrite } from '../api.ts';
import { ConfirmDialog } from './cancel-dialog.tsx';
import { show } from './format.tsx';
import { AddInstalment, EditInstalment } from './instalment-dialogs.tsx';
import { InstalmentGrid } from './instalment-grid.tsx';
import { countAndSum, goingAfter, type Instalment } from './instalment-totals.ts';
import { Section } from './section.tsx';
import { EmptyState } from './states.tsx';
import { useToday } from './today.ts';

/** The instalments of one contract. */
export function useInstalments(sequence: number) {
  const read = useRead('instalmentList', { ContractSequence: sequence });
  // A retrieve that finds nothing may answer 404 (interface, Errors): here that is an empty list.
  return { ...read, list: read.data?.records ?? [], error: read.error?.kind === 'notFound' ? null : read.error };
}

/** What a cancel takes with it, by the date in the form around it. Without the list nothing is claimed. */
export function Going({ sequence }: { sequence: number }) {
  const { list, data, error } = useInstalments(sequence);
  const date = (useWatch({ name: 'CancelDate' }) as string | null | undefined) ?? '';
  const today = useToday();
  if (!data && error) return 'The instalments could not be read, so what goes cannot be counted.';
  if (!data) return 'Counting…';
  const going = goingAfter(list, date, today);
  const dates = going.map((it) => it.InstalmentActionDate ?? '').toSorted();
  if (going.length === 0) return 'No scheduled instalment lies after this date: none is cancelled.';
  return `${countAndSum(going)}, from ${show('InstalmentActionDate', dates[0])} to ${show('InstalmentActionDate', dates.at(-1))}`;
}

function CancelInstalment({
  contract,
  instalment,
  onClose,
}: {
  contract: number;
  instalment: Instalment | undefined;
  onClose: () => void;
}) {
  const write = useWrite('instalmentCancel');
  const sequence = instalment?.InstalmentSequence ?? 0;
  const close = () => {
    write.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      open={Boolean(instalment)}
      title={`Cancel instalment ${sequence}?`}
      confirmLabel="Cancel instalment"
      pending={write.isPending}
      error={write.error}
      faults={write.data?.Failed[0]?.Errors}
      onClose={close}
      onConfirm={() =>
        write.mutate(
          { ContractSequence: contract, InstalmentSequence: sequence },
          { onSuccess: (answer) => answer.Failed.length === 0 && close() },
        )
      }
    >
      {show('InstalmentAmount', instalment?.InstalmentAmount)} on{' '}
      {show('InstalmentActionDate', instalment?.InstalmentActionDate)}, instalment {sequence} of contract {contract},
      will not be collected.
    </ConfirmDialog>
  );
}

/** Instalments of a contract, each of which can be moved, re-priced or cancelled while it is scheduled. */
export function ContractInstalments({
  sequence,
  amount,
  isOver,
}: {
  sequence: number;
  /** What an added instalment starts with. */
  amount?: number | null;
  isOver: boolean;
}) {
  const { list, isLoading, error, refetch } = useInstalments(sequence);
  const [edited, setEdited] = useState<Instalment>();
  const [cancelled, setCancelled] = useState<Instalment>();
  const [isAdding, setAdding] = useState(false);
  return (
    <Section
      title="Instalments"
      actions={
        !isOver && (
          <Button size="small" variant="outlined" onClick={() => setAdding(true)}>
            Add instalment
          </Button>
        )
      }
    >
      <InstalmentGrid
        instalments={list}
        isLoading={isLoading}
        error={error}
        retry={() => void refetch()}
        empty={<EmptyState title="No instalments">This contract has none yet.</EmptyState>}
        onEdit={setEdited}
        onCancel={setCancelled}
      />
      <EditInstalment contract={sequence} instalment={edited} onClose={() => setEdited(undefined)} />
      <CancelInstalment contract={sequence} instalment={cancelled} onClose={() => setCancelled(undefined)} />
      <AddInstalment contract={sequence} amount={amount} open={isAdding} onClose={() => setAdding(false)} />
    </Section>
  );
}
