import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { holidayOf } from '#console/api/holidays.ts';
import { byStatus, moneyIn, sumText, type DayGroup } from '#console/domain/collections/day-groups.ts';
import type { Money } from '#console/domain/collections/money.ts';
import { AcrossList } from '#console/domain/money-item/across/list.tsx';
import { useToday } from '#console/session/today.ts';
import { dayInFull } from '#kit/dates/calendar-days.ts';
import { PillToggle } from '#kit/list/pill.tsx';
import { Figure } from '#kit/ui/figures.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { StatusMark } from '#kit/ui/status.tsx';
import { countText, formatCount } from '#kit/ui/sums.ts';
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
  const reports = collections.parts.filter(({ days }) => days.from <= date && date <= days.to);
  const [status, setStatus] = useState('');
  const [footer, setFooter] = useState<HTMLElement | null>(null);
  const [first, ...others] = moneyIn(collections.groups.filter((it) => it.date === date));
  const twice = collections.twice.get(date);
  const [twiceOn, setTwiceOn] = useState('');
  const isOfTwice = twice !== undefined && twiceOn === date;
  const figure = ({ kind, label, count, cents, currency }: Money, isLarge = false) => (
    <Figure
      key={kind}
      isLarge={isLarge}
      isUrgent={kind === 'in unpaid'}
      label={`${label}, ${countText(count, ['debit', 'debits'])}`}
      value={<MoneyText cents={cents} currency={currency} isLarge={isLarge} />}
      note={null}
    />
  );
  return (
    <Modal
      at="end"
      title={[dayInFull(date), holiday].filter(Boolean).join(' · ')}
      steps={{ labels: ['Previous day', 'Next day'], to: [() => onStep(-1), () => onStep(1)] }}
      onClose={onClose}
      actions={<Box ref={setFooter} sx={{ display: 'flex', flex: 1, alignItems: 'center', gap: 1, minHeight: 36 }} />}
    >
      <Stack spacing={1.5}>
        {first && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 3 }}>
            {figure(first, true)}
            {others.map((it) => figure(it))}
          </Box>
        )}
        {twice && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            <Typography sx={{ flex: 1, color: 'warning.main' }}>
              {countText(twice.length, ['contract is', 'contracts are'])} debited twice on this day
            </Typography>
            <PillToggle isOn={isOfTwice} onClick={() => setTwiceOn(isOfTwice ? '' : date)}>
              Only {twice.length === 1 ? 'this one' : 'these'}
            </PillToggle>
          </Box>
        )}
        <AcrossList
          key={date}
          footer={footer}
          label={`Collections of ${dayText(date)}`}
          range={day}
          narrowed={{ text: '', status, isNonBanking: false, contracts: isOfTwice ? twice : undefined }}
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
