import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, type ReactNode } from 'react';
import type { Word } from '../../contract/fields.ts';
import type { CallError } from '../errors.ts';
import { useToday } from './today.ts';
import { show } from './format.tsx';
import type { Column } from './grid-columns.ts';
import { Grid } from './grid.tsx';
import { countAndSum, heldBack, type Instalment } from './instalment-totals.ts';
import { dayName, marksOf } from './schedule-table.tsx';
import { StatusMark } from './status.tsx';

function Summary({ list }: { list: readonly Instalment[] }) {
  const statuses = [...new Set(list.map((it) => it.InstalmentStatus ?? ''))];
  return (
    <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: 'wrap', mb: 1 }}>
      {statuses.map((status) => (
        <Stack key={status} direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          {status ? <StatusMark word="InstalmentStatus" value={status} /> : <span>status not returned</span>}
          <Typography variant="body2" color="textSecondary">
            {countAndSum(list.filter((it) => (it.InstalmentStatus ?? '') === status))}
          </Typography>
        </Stack>
      ))}
    </Stack>
  );
}

function ActionDate({ at, today }: { at: string; today: string }) {
  const marks = marksOf(at, '');
  return (
    <>
      {show('InstalmentActionDate', at)}{' '}
      <Typography component="span" variant="body2" color={marks.length > 0 ? 'warning' : 'textSecondary'}>
        {[at.startsWith(today) ? 'today' : dayName(at), ...marks].join(' · ')}
      </Typography>
    </>
  );
}

// Narrower than the dictionary's, so that a row and its buttons fit beside the rail.
const columnsOf = (today: string, isOfMany: boolean): (Word | Column<Instalment>)[] => [
  ...(isOfMany ? (['ContractSequence', 'ClientNumber', 'ContractNumber'] as const) : []),
  { word: 'InstalmentSequence', label: 'No.', width: 64 },
  {
    word: 'InstalmentActionDate',
    width: 236,
    cell: (it) => <ActionDate at={it.InstalmentActionDate ?? ''} today={today} />,
  },
  { word: 'InstalmentAmount', label: 'Amount', width: 130 },
  { word: 'InstalmentStatus', label: 'Status', width: 130 },
  { word: 'DebitSequenceType', label: 'Sequence type', width: 140 },
  { word: 'TrackingCode', width: 134 },
];

/** Instalments with their status. With `onEdit` and `onCancel` each row offers them or says why it does not. */
export function InstalmentGrid({
  instalments,
  isLoading,
  error,
  retry,
  empty,
  onEdit,
  onCancel,
  href,
}: {
  instalments: Instalment[];
  isLoading: boolean;
  error?: CallError | null;
  retry?: () => void;
  empty: ReactNode;
  onEdit?: (instalment: Instalment) => void;
  onCancel?: (instalment: Instalment) => void;
  /** Where a row leads; with it the contract's numbers are shown as well. */
  href?: (instalment: Instalment) => string;
}) {
  const today = useToday();
  const isOfMany = Boolean(href);
  const columns = useMemo(() => columnsOf(today, isOfMany), [today, isOfMany]);
  const actions = (it: Instalment) => {
    const why = heldBack(it, today);
    if (why)
      return (
        <Typography component="span" variant="body2" color="textSecondary">
          {why}
        </Typography>
      );
    return (
      <>
        <Button size="small" aria-label={`Edit instalment ${it.InstalmentSequence}`} onClick={() => onEdit?.(it)}>
          Edit
        </Button>
        <Button
          size="small"
          color="error"
          aria-label={`Cancel instalment ${it.InstalmentSequence}`}
          onClick={() => onCancel?.(it)}
        >
          Cancel
        </Button>
      </>
    );
  };
  return (
    <>
      {instalments.length > 0 && <Summary list={instalments} />}
      <Grid<Instalment>
        label="Instalments"
        rows={instalments}
        columns={columns}
        status={{ loading: isLoading, error, retry }}
        empty={empty}
        rowKey={(it) => `${it.ContractSequence}/${it.InstalmentSequence}`}
        href={href}
        actions={onEdit || onCancel ? actions : undefined}
      />
    </>
  );
}
