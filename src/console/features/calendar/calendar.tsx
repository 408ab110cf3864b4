import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { grouped, weekFrom } from '#console/domain/collections/day-groups.ts';
import { put, useAddress } from '#console/kit/address/address.ts';
import { isMonth, mondayOf, monthName } from '#console/kit/dates/calendar-days.ts';
import { MonthGrid } from '#console/kit/dates/month-grid.tsx';
import { monthEnd } from '#console/kit/dates/ranges.ts';
import { Page } from '#console/kit/ui/page.tsx';
import { ErrorState } from '#console/kit/ui/states.tsx';
import { useToday } from '#console/session/today.ts';
import { isDate, type DateText } from '#rules/calendar.ts';
import { CalendarCell } from './cell.tsx';
import { CalendarDay } from './day.tsx';
import { useCollections } from './read.ts';
import { CalendarSums, NonBankingDays } from './sums.tsx';
import { CalendarWeek } from './week.tsx';

const views = [
  ['month', 'Month'],
  ['week', 'Week'],
] as const;

/** The view, its month or week, and the open day, from the address. */
function useShown() {
  const today = useToday();
  const [query, change] = useAddress();
  const queried = (fieldName: string) => query.get(fieldName) ?? '';
  const day = isDate(queried('day')) ? queried('day') : undefined;
  const month = isMonth(queried('month')) ? queried('month') : (day ?? today).slice(0, 7);
  const week = mondayOf(isDate(queried('week')) ? queried('week') : (day ?? today));
  const isWeek = queried('view') === 'week';
  const say = (fields: Record<string, string>) => change((now) => put(now, fields));
  return { today, day, month, week, isWeek, say };
}

/** Scheduled debits and outcomes by month, week or day. */
export function Calendar() {
  const { today, day, month, week, isWeek, say } = useShown();
  // Moves the focus only for a day that the person opened, not for one in the address.
  const [opened, setOpened] = useState<DateText>();
  const range = isWeek ? weekFrom(week) : { from: `${month}-01`, to: monthEnd(month) };
  const { from, to } = range;
  const found = useCollections(range);
  const { groups, isLoading, error, retry } = found;
  const days = grouped(
    groups.filter((it) => it.date >= from && it.date <= to),
    (it) => it.date,
  );
  const isShown = day !== undefined && day >= from && day <= to;

  const select = (date: DateText) => {
    setOpened(date);
    say({ day: date });
  };
  const close = () => {
    say({ day: '' });
    // Otherwise the keyboard would start at the top again.
    document.querySelector<HTMLElement>(`[data-date="${day}"]`)?.focus();
  };
  // The other view keeps the open day, or the visible days.
  const toWeek = { view: 'week', month: '', week: day || today.startsWith(month) ? '' : from };
  const toMonth = { view: '', week: '', month: day ? '' : from.slice(0, 7) };
  const choice = (
    <Stack direction="row" role="group" aria-label="View" spacing={1}>
      {views.map(([view, label]) => {
        const isOn = (view === 'week') === isWeek;
        return (
          <Button
            key={view}
            variant={isOn ? 'contained' : 'outlined'}
            aria-pressed={isOn}
            onClick={() => say(view === 'week' ? toWeek : toMonth)}
          >
            {label}
          </Button>
        );
      })}
    </Stack>
  );
  return (
    <Page title="Calendar" lead="What is due and what was collected, day by day." actions={choice}>
      {error && <ErrorState error={error} retry={retry} />}
      {isWeek ? (
        <CalendarWeek
          monday={week}
          days={days}
          isLoading={isLoading}
          selected={day}
          onWeek={(monday) => say({ week: monday, day: '' })}
          onSelect={select}
        />
      ) : (
        <MonthGrid
          label="Collections"
          month={month}
          onMonth={(next) => say({ month: next, day: '' })}
          selected={day}
          onSelect={select}
          cell={(date) => (
            <CalendarCell groups={isLoading ? null : (days.get(date) ?? [])} twice={found.twice.get(date)} />
          )}
        />
      )}
      {isLoading && <Box role="status" aria-label="Loading" />}
      <NonBankingDays days={days} twice={found.twice} onSelect={select} />
      {isShown && <CalendarDay key={day} date={day} collections={found} takesFocus={opened === day} onClose={close} />}
      {!isLoading && !error && (
        <CalendarSums title={isWeek ? 'Total of the week' : `${monthName(month)} totals`} found={found} days={days} />
      )}
    </Page>
  );
}
