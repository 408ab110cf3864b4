import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useKnownNames } from '#console/domain/client/names/names.ts';
import { RehearsalTables, RehearsalWarning } from '#console/domain/schedule/rehearsal-view.tsx';
import type { Rehearsal } from '#console/domain/schedule/rehearsal.ts';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import { clientOf, itemContract, type MoneyItem } from '../item.ts';
import type { MoneyItemResource } from '../resource.ts';

const dueNoun = ({ noun }: MoneyItemResource) => (noun === 'payment' ? 'payment' : 'debit');

export const RehearsedWarning = ({ rehearsal, resource }: { rehearsal: Rehearsal; resource: MoneyItemResource }) => (
  <RehearsalWarning rehearsal={rehearsal} noun={dueNoun(resource)} />
);

export const NotRehearsed = ({ isFailed }: { isFailed: boolean }) => (
  <Typography variant="body2" color={isFailed ? 'warning' : 'textSecondary'}>
    {isFailed
      ? 'We couldn’t load the other debits of these contracts, so skipped and doubled months aren’t shown.'
      : 'Checking the other debits of these contracts…'}
  </Typography>
);

/** The next of each contract, and the sums by month. */
export function RehearsedTables(props: {
  rehearsal: Rehearsal;
  list: readonly MoneyItem[];
  resource: MoneyItemResource;
}) {
  const { rehearsal, list, resource } = props;
  const nameOfClient = useKnownNames();
  const names = useMemo(
    () =>
      new Map(
        list.map((it) => [
          segmentOfRecord(it),
          [clientOf(it, nameOfClient), itemContract(it)].filter(Boolean).join(' · '),
        ]),
      ),
    [list, nameOfClient],
  );
  const noun = dueNoun(resource);
  return (
    <RehearsalTables
      rehearsal={rehearsal}
      noun={noun}
      nameOf={(contract) => names.get(contract) ?? contract}
      title={`Next ${noun}s`}
    />
  );
}
