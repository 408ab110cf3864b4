import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { byStatus, sumText, type DayGroup } from '#console/domain/collections/day-groups.ts';
import { AcrossList } from '#console/domain/money-item/across/list.tsx';
import { dayInFull, holidayOf } from '#console/kit/dates/calendar-days.ts';
import { Section } from '#console/kit/ui/section.tsx';
import { EmptyState } from '#console/kit/ui/states.tsx';
import { StatusMark } from '#console/kit/ui/status.tsx';
import { whole } from '#console/kit/ui/sums.ts';
import { useToday } from '#console/session/today.ts';
import { isWeekend, type DateText } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';
import type { Collections } from './read.ts';

export function Statuses({ groups }: { groups: readonly DayGroup[] }) {
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 0.5 }}>
      {byStatus(groups).map(({ status, ...sum }) => (
        <Box key={status} component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'center' }}>
          {status ? <StatusMark fieldName="InstalmentStatus" value={status} /> : 'No status'}
          <Typography component="span" variant="body2" color="textSecondary">
            {whole(sum.count)}, {sumText(sum)}
          </Typography>
        </Box>
      ))}
    </Stack>
  );
}

/** The collections of one day with links to their contracts. Takes the focus when opened by the person. */
export function CalendarDay(props: { date: DateText; collections: Collections; takesFocus: boolean; onClose(): void }) {
  const { date, collections, takesFocus, onClose } = props;
  const heading = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [date, takesFocus]);
  const today = useToday();
  const holiday = holidayOf(date);
  const day = useMemo(() => ({ from: date, to: date }), [date]);
  const [status, setStatus] = useState('');
  const reports = collections.parts.filter(({ days }) => days.from <= date && date <= days.to);
  return (
    <Section
      title={
        <span ref={heading} tabIndex={-1} style={{ outline: 'none', scrollMargin: 72 }}>
          {dayInFull(date)}
          {holiday && ` · ${holiday}`}
        </span>
      }
      actions={
        <Button size="small" onClick={onClose} sx={{ whiteSpace: 'nowrap' }}>
          Close the day
        </Button>
      }
    >
      <Stack spacing={1.5}>
        <AcrossList
          showsDueDays
          label={`Collections of ${dayText(date)}`}
          range={day}
          narrowed={{ text: '', status, isNonBanking: false }}
          onStatus={setStatus}
          suggested={
            holiday || isWeekend(date)
              ? { label: 'Move to the next banking day…', change: { kind: 'bankingDay', to: 'next' } }
              : undefined
          }
          empty={
            <EmptyState title="No collections">
              {date < today
                ? 'Nothing was collected on this day. What was due may have been collected later: banks are closed on Sundays and public holidays.'
                : 'Nothing is due on this day, and nothing was collected.'}
            </EmptyState>
          }
        />
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 2 }}>
          {reports.map((it) => (
            <Link key={it.title} component={RouterLink} variant="body2" to={it.linkTo({ from: date, to: date })}>
              {it.title} of this day
            </Link>
          ))}
        </Stack>
      </Stack>
    </Section>
  );
}
