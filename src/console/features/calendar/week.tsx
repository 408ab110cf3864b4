import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { holidayOf } from '#console/api/holidays.ts';
import { moneyIn, weekFrom, type DayGroup } from '#console/domain/collections/day-groups.ts';
import { MoneyLines } from '#console/domain/collections/money-lines.tsx';
import { useToday } from '#console/session/today.ts';
import { dayInFull, dayInShort, daysFrom, mondayOf, weekName } from '#kit/dates/calendar-days.ts';
import { StepBar } from '#kit/dates/month-grid.tsx';
import { countText, formatCount } from '#kit/ui/sums.ts';
import { addDays, isWeekend, type DateText } from '#rules/calendar.ts';
import { addUp } from '#rules/sums.ts';

const Days = styled('table')(({ theme }) => ({
  width: '100%',
  // Column widths don't depend on the content.
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  background: theme.vars.palette.background.paper,
  '& th, & td': {
    padding: '6px 8px',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    textAlign: 'left',
    fontWeight: 400,
  },
  '& thead th': { color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
  '& [data-number]': { textAlign: 'right', whiteSpace: 'nowrap' },
  '& tr[data-free]': { background: theme.vars.palette.background.default },
  '& tr[data-selected]': { boxShadow: `inset 3px 0 0 ${theme.vars.palette.primary.main}` },
  '& small': { display: 'block', color: theme.vars.palette.text.secondary, fontSize: '0.75rem' },
  '& small[data-holiday]': { color: theme.vars.palette.warning.main },
  // A phone has the count below the sum.
  [theme.breakpoints.down('sm')]: {
    '& [data-wide]': { display: 'none' },
    '& thead th:first-of-type': { width: '38%' },
    '& [data-number]': { whiteSpace: 'normal' },
  },
  [theme.breakpoints.up('sm')]: {
    '& thead th:nth-of-type(2)': { width: '20%' },
    '& thead th:nth-of-type(3)': { width: '40%' },
    '& [data-narrow]': { display: 'none' },
  },
}));

const markOf = (date: DateText, today: DateText): string =>
  [date === today && 'today', isWeekend(date) && 'weekend'].filter(Boolean).join(' · ');

const DaySum = ({ groups }: { groups: readonly DayGroup[] }) => (
  <>
    <MoneyLines money={moneyIn(groups)} />
    <small data-narrow="">{countText(addUp(groups).count, ['collection', 'collections'])}</small>
  </>
);

export function CalendarWeek(props: {
  monday: DateText;
  days: ReadonlyMap<DateText, readonly DayGroup[]>;
  isLoading: boolean;
  selected?: DateText;
  onWeek(monday: DateText): void;
  onSelect(date: DateText): void;
}) {
  const { monday, days, isLoading, selected, onWeek, onSelect } = props;
  const today = useToday();
  const { from, to } = weekFrom(monday);
  const title = weekName(monday);
  return (
    <section aria-label="Collections">
      <StepBar
        title={title}
        noun="week"
        onStep={(by) => onWeek(addDays(monday, 7 * by))}
        onToday={() => onWeek(mondayOf(today))}
      />
      <Days aria-label={`Collections, ${title}`}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" data-number="" data-wide="">
              Collections
            </th>
            <th scope="col" data-number="">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {daysFrom(from, to).map((date) => {
            const groups = days.get(date) ?? [];
            const { count } = addUp(groups);
            const holiday = holidayOf(date);
            return (
              <tr
                key={date}
                data-free={isWeekend(date) || holiday ? '' : undefined}
                data-selected={date === selected ? '' : undefined}
                aria-current={date === today ? 'date' : undefined}
              >
                <th scope="row">
                  <Button
                    size="small"
                    data-date={date}
                    aria-label={dayInFull(date)}
                    aria-pressed={date === selected}
                    onClick={() => onSelect(date)}
                    sx={{ p: 0, minWidth: 0, minHeight: 28, whiteSpace: 'nowrap' }}
                  >
                    {dayInShort(date)}
                  </Button>
                  {holiday && <small data-holiday="">★ {holiday}</small>}
                  <small>{markOf(date, today)}</small>
                </th>
                <td data-number="" data-wide="">
                  {isLoading ? <Skeleton variant="text" /> : formatCount(count)}
                </td>
                <td data-number="">
                  {isLoading ? <Skeleton variant="text" /> : count > 0 && <DaySum groups={groups} />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </Days>
    </section>
  );
}
