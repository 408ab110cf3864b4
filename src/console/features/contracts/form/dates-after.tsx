import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ScheduledDate } from '#console/domain/schedule/table.tsx';
import { PlainTable } from '#console/kit/ui/plain-table.tsx';
import { useToday } from '#console/session/today.ts';
import { dayText, monthText } from '#rules/day-text.ts';
import { formatCents } from '#rules/money.ts';
import type { NextDate, NextDates } from './next-dates.ts';

/** Payers ask about the next ones. */
const most = 6;

const isSame = ({ before, after }: NextDate) => before?.date === after?.date && before?.cents === after?.cents;
const listed = (months: readonly string[]) =>
  [...months.slice(0, 3).map(monthText), ...(months.length > 3 ? [`${months.length - 3} more`] : [])].join(', ');

/** The next instalments after an edit, before it is saved. */
export function DatesAfter({ next: { dates, skipped, doubled, passed } }: { next: NextDates }) {
  const today = useToday();
  if (dates.every(isSame))
    return (
      <Typography variant="body2">Dates and amounts of the {dates.length} instalments ahead stay the same.</Typography>
    );
  const shown = dates.slice(0, most);
  const warnings = [
    skipped.length > 0 && `No debit in ${listed(skipped)}.`,
    doubled.length > 0 && `More than one debit in ${listed(doubled)}.`,
    passed[0]?.after &&
      `Instalment ${passed[0].sequence} would move to ${dayText(passed[0].after.date)}, which is not ahead: the service may refuse the change.`,
  ].filter((it) => typeof it === 'string');
  return (
    <Box component="section" aria-labelledby="dates-after">
      <Typography variant="h3" id="dates-after" sx={{ mb: 1 }}>
        Next instalments
      </Typography>
      <PlainTable
        maxHeight={600}
        label="Next instalments"
        columns={[
          { label: '#', isNumber: true },
          { label: 'Before' },
          { label: 'After' },
          { label: 'Amount', isNumber: true },
        ]}
        rows={shown.map(({ sequence, before, after }) => ({
          key: sequence,
          cells: [
            sequence,
            before ? dayText(before.date) : 'New',
            after ? (
              <ScheduledDate key="date" at={after.date} today={today} shown={dayText(after.date)} />
            ) : (
              'Cancelled'
            ),
            before && after && before.cents !== after.cents
              ? `${formatCents(before.cents)} → ${formatCents(after.cents)}`
              : formatCents((after ?? before)?.cents ?? 0),
          ],
        }))}
      />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {dates.length > most && `And ${dates.length - most} more. `}An estimate. Check the instalments after saving.
      </Typography>
      {warnings.map((it) => (
        <Typography key={it} variant="body2" color="warning" sx={{ mt: 1 }}>
          {it}
        </Typography>
      ))}
    </Box>
  );
}
