import Box from '@mui/material/Box';
import { holidayOf } from '#console/api/holidays.ts';
import { weekFrom } from '#console/domain/collections/day-groups.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { Reading } from '#console/domain/reading.tsx';
import { useToday } from '#console/session/today.ts';
import { put, useAddress } from '#kit/address/address.ts';
import { isMonth, mondayOf, monthName } from '#kit/dates/calendar-days.ts';
import { MonthGrid } from '#kit/dates/month-grid.tsx';
import { monthEnd } from '#kit/dates/ranges.ts';
import { Segmented } from '#kit/form/segmented.tsx';
import { Page } from '#kit/ui/page.tsx';
import { addDays, isDate, isWeekend, type DateText } from '#rules/calendar.ts';
import { addUp, grouped } from '#rules/sums.ts';
import { CalendarCell } from './cell.tsx';
import { CalendarDay } from './day.tsx';
import { useCollections } from './read.ts';
import { CalendarSums, Legend, NonBankingDays } from './sums.tsx';
import { CalendarWeek } from './week.tsx';

const views = [
  ['month', 'Month'],
  ['week', 'Week'],
] as const;

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

function Content() {
  const { today, day, month, week, isWeek, say } = useShown();
  const range = isWeek ? weekFrom(week) : { from: `${month}-01`, to: monthEnd(month) };
  const { from, to } = range;
  const found = useCollections(range);
  const { groups, isLoading, error, retry } = found;
  const days = grouped(
    groups.filter((it) => it.date >= from && it.date <= to),
    (it) => it.date,
  );
  const isShown = day !== undefined && day >= from && day <= to;

  const most = Math.max(1, ...[...days.values()].map((it) => addUp(it).count));
  // The month or week follows the day.
  const select = (date: DateText) => say({ day: date, month: '', week: '' });
  const close = () => {
    if (day) say({ day: '', month: isWeek ? '' : day.slice(0, 7), week: isWeek ? mondayOf(day) : '' });
    // The day that was opened may not be the one that was closed.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-date="${day}"]`)?.focus());
  };
  // The other view keeps the open day, or the visible days.
  const toWeek = { view: 'week', month: '', week: day || today.startsWith(month) ? '' : from };
  const toMonth = { view: '', week: '', month: day ? '' : from.slice(0, 7) };
  const choice = (
    <Segmented
      label="View"
      options={views}
      value={isWeek ? 'week' : 'month'}
      onChoose={(view) => say(view === 'week' ? toWeek : toMonth)}
    />
  );
  return (
    <Page title="Calendar" actions={choice}>
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
            <CalendarCell
              groups={isLoading ? null : (days.get(date) ?? [])}
              most={most}
              isFree={isWeekend(date) || holidayOf(date) !== undefined}
              twice={found.twice.get(date)?.length}
            />
          )}
        />
      )}
      {isLoading && <Box role="status" aria-label="Loading" sx={{ position: 'absolute' }} />}
      {!isWeek && <Legend />}
      {!isLoading && <NonBankingDays days={days} twice={found.twice} onSelect={select} />}
      {!isLoading && !error && (
        <CalendarSums title={isWeek ? 'Week total' : `${monthName(month)} total`} found={found} days={days} />
      )}
      {isShown && (
        <CalendarDay date={day} collections={found} onStep={(by) => select(addDays(day, by))} onClose={close} />
      )}
    </Page>
  );
}

export const Calendar = () => (
  <Reading title="Calendar" what="Reading transactions and scheduled debits">
    <Content />
  </Reading>
);
