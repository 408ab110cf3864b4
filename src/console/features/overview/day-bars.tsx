import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';
import { moneyText, type Money } from '#console/domain/collections/money.ts';
import { dayInFull, holidayOf, weekdays } from '#console/kit/dates/calendar-days.ts';
import { whole } from '#console/kit/ui/sums.ts';
import { civilOf, isWeekend, weekday, type DateText } from '#rules/calendar.ts';

const Drawing = styled('svg')(({ theme }) => ({
  display: 'block',
  width: '100%',
  height: 150,
  overflow: 'visible',
  '& a': { outlineOffset: 2 },
  '& [data-bar]': { fill: theme.vars.palette.info.main },
  '& [data-free] [data-bar]': { fill: theme.vars.palette.warning.main },
  // Covers the bar, so that low bars can be clicked.
  '& [data-hit]': { fill: 'transparent' },
  '& a:hover [data-hit]': { fill: theme.vars.palette.action.hover },
  '& [data-line]': { stroke: theme.vars.palette.divider },
  '& text': { fill: theme.vars.palette.text.secondary, fontSize: 11, textAnchor: 'middle' },
}));

export interface BarDay {
  date: DateText;
  count: number;
  money: readonly Money[];
}

/** Zero if the day has several kinds of money. */
const centsOf = ({ money }: BarDay): number => (money.length === 1 ? (money[0]?.cents ?? 0) : 0);

/** Drawing units: percent across, pixels down. */
const [top, foot] = [8, 116];

const labelOf = ({ date, count, money }: BarDay): string =>
  [`${dayInFull(date)}: ${whole(count)}${count > 0 ? `, ${moneyText(money)}` : ''}`, holidayOf(date)]
    .filter(Boolean)
    .join(', ');

/** A bar per day, as high as its sum; non-empty ones link to the day and are labelled with count and sum. */
export function DayBars({ label, days, hrefOf }: { label: string; days: BarDay[]; hrefOf(date: DateText): string }) {
  const most = Math.max(1, ...days.map(centsOf));
  const slot = 100 / Math.max(1, days.length);
  return (
    <Drawing role="group" aria-label={label}>
      <line data-line="" x1="0" x2="100%" y1={foot} y2={foot} />
      {days.map((it, at) => {
        const high = it.count === 0 ? 0 : Math.max(2, ((foot - top) * centsOf(it)) / most);
        const isFree = isWeekend(it.date) || holidayOf(it.date) !== undefined;
        const centre = `${(at + 0.5) * slot}%`;
        const drawn = (
          <>
            <title>{labelOf(it)}</title>
            <rect
              data-bar=""
              x={`${(at + 0.18) * slot}%`}
              width={`${slot * 0.64}%`}
              y={foot - high}
              height={high}
              rx={2}
            />
            <rect data-hit="" x={`${at * slot}%`} width={`${slot}%`} y={0} height={150} />
            <text x={centre} y={foot + 15} aria-hidden>
              {weekdays[weekday(it.date) - 1]?.slice(0, 1)}
            </text>
            <text x={centre} y={foot + 30} aria-hidden>
              {civilOf(it.date).day}
              {holidayOf(it.date) && '★'}
            </text>
          </>
        );
        return it.count === 0 ? (
          <g key={it.date}>{drawn}</g>
        ) : (
          <Link key={it.date} to={hrefOf(it.date)} aria-label={labelOf(it)} data-free={isFree ? '' : undefined}>
            {drawn}
          </Link>
        );
      })}
    </Drawing>
  );
}
