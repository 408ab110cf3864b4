import Typography from '@mui/material/Typography';
import { memo, useDeferredValue, useEffect } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { NoEstimate } from '#console/domain/schedule/no-estimate.tsx';
import { ScheduledDate } from '#console/domain/schedule/table.tsx';
import { estimate, type Draft, type Estimate } from '#console/domain/schedule/terms.ts';
import { useToday } from '#console/session/today.ts';
import { formatField } from '#kit/ui/format.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { Panel } from '#kit/ui/section.tsx';
import { formatCents } from '#rules/money.ts';
import type { Planned } from '#rules/schedule.ts';

const markOf = { FRST: 'first', FNAL: 'last', OOFF: 'once off', RCUR: '' } as const;

/** `12 instalments · R 14 814,72 in total`. */
function sumLine(planned: readonly Planned[], isOpenEnded: boolean): string {
  const sum = formatCents(planned.reduce((total, each) => total + each.InstalmentCents, 0));
  const count = `${planned.length} ${planned.length === 1 ? 'instalment' : 'instalments'}`;
  return isOpenEnded ? `Open-ended: the next ${count} · ${sum}` : `${count} · ${sum} in total`;
}

/** Shows a fault of the schedule at its field, as advice that does not block sending. */
function useScheduleFault(found: Estimate) {
  const { setError, clearErrors, getFieldState } = useFormContext<Draft>();
  const { errors } = useFormState<Draft>();
  const field = found.kind === 'wrong' ? (found.field as keyof Draft) : undefined;
  const message = found.kind === 'wrong' ? found.message : undefined;
  // Revalidating a field removes errors set by code, so the fault is set again.
  const shown = field && errors[field];
  const isDue = field !== undefined && (!shown || (shown.type === 'schedule' && shown.message !== message));
  useEffect(() => {
    if (field && isDue) setError(field, { type: 'schedule', message });
  }, [field, isDue, message, setError]);
  useEffect(
    () => () => {
      if (field && getFieldState(field).error?.type === 'schedule') clearErrors(field);
    },
    [field, clearErrors, getFieldState],
  );
}

interface RowsProps {
  planned: readonly Planned[];
  today: string;
}

/** Most keys, such as those of a contract number, leave the schedule as it is; it is a new list all the same. */
const isSameSchedule = (before: RowsProps, after: RowsProps) =>
  before.today === after.today && JSON.stringify(before.planned) === JSON.stringify(after.planned);

const Rows = memo(function Rows({ planned, today }: RowsProps) {
  return (
    <PlainTable
      maxHeight={600}
      label="Expected instalments"
      columns={[
        { label: '#', isNumber: true },
        { label: 'Date' },
        { label: 'Amount', isNumber: true },
        { label: 'Debit type' },
      ]}
      rows={planned.map((it) => ({
        key: it.InstalmentSequence,
        cells: [
          it.InstalmentSequence,
          <ScheduledDate
            key="date"
            at={it.InstalmentActionDate}
            today={today}
            shown={formatField('InstalmentActionDate', it.InstalmentActionDate)}
          />,
          formatCents(it.InstalmentCents),
          markOf[it.DebitSequenceType],
        ],
      }))}
    />
  );
}, isSameSchedule);

/** Must be inside a form of mandate or contract fields. */
export function SchedulePreview() {
  const draft = useDeferredValue(useWatch<Draft>() as Draft);
  const found = estimate(draft);
  const today = useToday();
  useScheduleFault(found);
  return (
    <Panel title="Schedule preview">
      {found.kind === 'planned' ? (
        <>
          <Typography aria-live="polite" sx={{ fontWeight: 600 }}>
            {sumLine(found.planned, found.isOpenEnded)}
          </Typography>
          <Rows planned={found.planned} today={today} />
          <Muted>Estimate. You’ll see the actual instalments after saving.</Muted>
        </>
      ) : (
        <NoEstimate why={found} />
      )}
    </Panel>
  );
}
