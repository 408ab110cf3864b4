import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { useToday } from '#console/session/today.ts';
import { formatField } from '#kit/ui/format.tsx';
import { dateOf, isDate } from '#rules/calendar.ts';
import { dayText, weekdayText } from '#rules/day-text.ts';
import { capital } from './edited-text.ts';
import { itemMark } from './item-mark.ts';
import { byDate, itemKey, nounOf, type MoneyItem } from './item.ts';
import { Mark, markColours, marks, type MarkName } from './mark.tsx';
import { progressOf } from './progress.ts';

export const StripFigure = styled('figure')(({ theme }) => {
  const { palette } = theme.vars;
  return {
    margin: '8px 0 0',
    paddingTop: 8,
    borderTop: `1px solid ${palette.divider}`,
    fontSize: '0.75rem',
    ...markColours(theme),
    '& [role=img]': {
      display: 'grid',
      gridAutoFlow: 'column',
      gridAutoColumns: 'minmax(0, 1fr)',
      background: `linear-gradient(${palette.divider}, ${palette.divider}) 0 8px / 100% 1px no-repeat`,
    },
    '& [data-debit]': {
      position: 'relative',
      display: 'grid',
      justifyItems: 'center',
      lineHeight: '18px',
      color: palette.text.secondary,
      whiteSpace: 'nowrap',
    },
    '& [data-today]::before': {
      content: '""',
      position: 'absolute',
      left: 0,
      height: 16,
      borderLeft: `2px solid ${palette.text.primary}`,
    },
    '& [data-bold]': { color: palette.text.primary, fontWeight: 600 },
    '& [data-legend]': {
      display: 'flex',
      flexWrap: 'wrap',
      gap: '2px 16px',
      marginTop: 6,
      color: palette.text.secondary,
    },
    '& [data-legend] span': { display: 'inline-flex', alignItems: 'center', gap: 4 },
    [theme.breakpoints.down('sm')]: {
      '& [data-far], & [data-legend], & [data-debit] i': { display: 'none' },
    },
    [theme.breakpoints.down('lg')]: { '& [data-year]': { display: 'none' } },
    // The first letter alone fits on a phone.
    '& i': { fontStyle: 'normal' },
  };
});

/** Marks that fit, those of them that fit on a phone, and those next to which a year fits. */
const [most, mostOnPhone, mostWithYear] = [30, 13, 24];

const windowFrom = (count: number, size: number, at: number, past: number): number =>
  Math.max(0, Math.min(at - past, count - size));

const monthOf = (at: string): string => dayText(at).split(' ')[1] ?? '';

/** `Tue 25 Aug: R 972,00, paid` */
export const stripMarkTitle = (item: MoneyItem, mark: MarkName): string =>
  `${weekdayText(item.due)}: ${formatField('InstalmentAmount', item.amount)}, ${marks[mark].label.toLowerCase()}`;

const kindsOf = (names: readonly MarkName[]) =>
  (Object.keys(marks) as MarkName[]).filter((name) => names.includes(name));

/** `Instalments from 25 Aug to 25 Nov: 3 paid, 1 next.` of items by date */
export function stripText(items: readonly MoneyItem[], names: readonly MarkName[]): string {
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last) return '';
  const counts = kindsOf(names).map(
    (name) => `${names.filter((it) => it === name).length} ${marks[name].label.toLowerCase()}`,
  );
  return `${capital(nounOf(first))}s from ${dayText(first.due)} to ${dayText(last.due)}: ${counts.join(', ')}.`;
}

/** How instalments or payments went and what is to come, one mark each; undefined while they load. */
export function ItemStrip({ items }: { items: readonly MoneyItem[] | undefined }) {
  const today = useToday();
  if (!items) return <Skeleton height={10} sx={{ mt: 1.5, mb: { xs: '37px', sm: '61px' } }} />;
  const dated = byDate(items.filter((it) => isDate(dateOf(it.due))));
  if (dated.length < 2) return null;
  const { next } = progressOf(dated, today);
  const here = dated.findIndex((it) => dateOf(it.due) >= today);
  const at = here < 0 ? dated.length : here;
  const from = windowFrom(dated.length, most, at, 12);
  const shown = dated.slice(from, from + most);
  const near = windowFrom(shown.length, mostOnPhone, at - from, 9);
  const names = shown.map((it) => itemMark(it, next, today));
  const left = dated.length - shown.length;
  return (
    <StripFigure>
      <div role="img" aria-label={stripText(shown, names)}>
        {shown.map((item, index) => {
          const month = monthOf(item.due);
          const before = shown[index - 1];
          const isNewMonth = !before || monthOf(before.due) !== month;
          const isNewYear = index > 0 && month === 'Jan' && shown.length <= mostWithYear;
          const mark = names[index] ?? 'unknown';
          return (
            <span
              key={itemKey(item)}
              data-debit=""
              data-far={index < near || index >= near + mostOnPhone || undefined}
              data-today={(index === at - from && index > 0) || undefined}
              data-bold={mark === 'unpaid' || mark === 'next' || undefined}
              title={stripMarkTitle(item, mark)}
            >
              <Mark name={mark} />
              <span>
                {isNewMonth && (
                  <>
                    {month.slice(0, 1)}
                    <i>{month.slice(1)}</i>
                    {isNewYear && <i data-year=""> ’{item.due.slice(2, 4)}</i>}
                  </>
                )}
                &nbsp;
              </span>
            </span>
          );
        })}
      </div>
      <figcaption data-legend="" aria-hidden>
        {kindsOf(names).map((name) => (
          <span key={name}>
            <Mark name={name} />
            {marks[name].label}
          </span>
        ))}
        {at > from && at < from + shown.length && (
          <span>
            <Box component="b" sx={{ height: 14, borderLeft: 2, borderColor: 'text.primary' }} />
            Today
          </span>
        )}
        {left > 0 && <span>{left} more in the table</span>}
      </figcaption>
    </StripFigure>
  );
}
