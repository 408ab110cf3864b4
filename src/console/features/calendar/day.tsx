import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { useMemo, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { holidayOf } from '#console/api/holidays.ts';
import { byStatus, sumText, type DayGroup } from '#console/domain/collections/day-groups.ts';
import { AcrossList } from '#console/domain/money-item/across/list.tsx';
import { useToday } from '#console/session/today.ts';
import { dayInFull } from '#kit/dates/calendar-days.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { StatusMark } from '#kit/ui/status.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import { isWeekend, type DateText } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';
import type { Collections } from './read.ts';

export function Statuses({ groups }: { groups: readonly DayGroup[] }) {
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 0.5 }}>
      {byStatus(groups).map(({ status, ...sum }) => (
        <Box key={status} component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'center' }}>
          {status ? <StatusMark fieldName="InstalmentStatus" value={status} /> : 'No status'}
          <Muted component="span">
            {formatCount(sum.count)}, {sumText(sum)}
          </Muted>
        </Box>
      ))}
    </Stack>
  );
}

export function CalendarDay(props: {
  date: DateText;
  collections: Collections;
  onStep(by: -1 | 1): void;
  onClose(): void;
}) {
  const { date, collections, onStep, onClose } = props;
  const today = useToday();
  const holiday = holidayOf(date);
  const day = useMemo(() => ({ from: date, to: date }), [date]);
  const [status, setStatus] = useState('');
  const reports = collections.parts.filter(({ days }) => days.from <= date && date <= days.to);
  const step = (by: -1 | 1, name: string) => (
    <Button
      variant="outlined"
      size="small"
      onClick={() => onStep(by)}
      startIcon={by === -1 && <Icon name="back" size={16} />}
      endIcon={by === 1 && <Icon name="back" size={16} style={{ transform: 'scaleX(-1)' }} />}
    >
      {name}
    </Button>
  );
  return (
    <Modal title={[dayInFull(date), holiday].filter(Boolean).join(' · ')} at="end" size="l" onClose={onClose}>
      <Stack spacing={1.5}>
        <Stack direction="row" spacing={1}>
          {step(-1, 'Previous day')}
          {step(1, 'Next day')}
        </Stack>
        <AcrossList
          key={date}
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
    </Modal>
  );
}
