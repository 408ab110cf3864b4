import { styled } from '@mui/material/styles';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { dateOf } from '#rules/calendar.ts';
import { dayText, weekdayName } from '#rules/day-text.ts';
import { Mark, markColours, marks } from './mark.tsx';
import { maxLast, type RowDebits } from './row-debits.ts';

/** A row's debits: `undefined` while they load, `null` where nothing is known of them. */
export type Told = RowDebits | null | undefined;

/** Whether a strip shows something. */
export const hasStrip = (debits: Told): boolean =>
  debits === undefined || Boolean(debits?.next) || (debits?.last.length ?? 0) > 0;

const widthPx = 13;

const Strip = styled('span')(({ theme }) => ({
  display: 'inline-grid',
  gridTemplateColumns: `repeat(${maxLast + 1}, ${widthPx}px)`,
  alignItems: 'center',
  verticalAlign: 'middle',
  '& > span': { display: 'flex' },
  ...markColours(theme),
}));

const Bar = styled('span')(({ theme }) => ({
  display: 'inline-block',
  height: 10,
  borderRadius: 4,
  verticalAlign: 'middle',
  background: theme.vars.palette.action.hover,
}));

/** The last debits and the next one, which always has the last place. */
export function RowStrip({ debits }: { debits: Told }) {
  if (debits === undefined) return <Bar style={{ width: (maxLast + 1) * widthPx }} />;
  const { last = [], next } = debits ?? {};
  const names = last.map(({ mark }) => marks[mark].label.toLowerCase());
  const label = [
    ...(names.length > 0 ? [`Last debits: ${names.join(', ')}`] : []),
    ...(next ? [`next ${dayText(next.due)}`] : []),
  ].join('; ');
  return (
    <Strip role="img" aria-label={label}>
      {last.map(({ mark, due }, index) => (
        <span key={`${due} ${index}`} style={{ gridColumn: index + 1 + maxLast - last.length, gridRow: 1 }}>
          <Mark name={mark} size={12} />
        </span>
      ))}
      {next && (
        <span style={{ gridColumn: maxLast + 1, gridRow: 1 }}>
          <Mark name={next.mark} size={12} />
        </span>
      )}
    </Strip>
  );
}

export const OddText = styled('span')(({ theme }) => ({ color: theme.vars.palette.warning.main }));
export const QuietText = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary }));

/** The name of a holiday is too long for a row. */
const oddText = (mark: string) => (['weekend', 'twice'].includes(mark) ? mark : 'holiday');

/** The day of the next debit, with what is odd about it. */
export function NextDebit({ debits }: { debits: Told }) {
  if (debits === undefined) return <Bar style={{ width: 84 }} />;
  const next = debits?.next;
  if (!next) return null;
  const { odd } = debits;
  return (
    <>
      <QuietText style={{ display: 'inline-block', minWidth: 32 }}>{weekdayName(next.due)}</QuietText>{' '}
      {dayText(dateOf(next.due))}
      {next.isAtBank && <QuietText> · at the bank</QuietText>}
      {odd.length > 0 && <OddText title={odd.join(', ')}> · {odd.map(oddText).join(' · ')}</OddText>}
    </>
  );
}

export function UnpaidSum({ debits }: { debits: Told }) {
  if (debits === undefined) return <Bar style={{ width: 56 }} />;
  return debits && debits.unpaid !== 0 ? (
    <Unpaid>
      <MoneyText cents={debits.unpaid} />
    </Unpaid>
  ) : null;
}

const Unpaid = styled('span')(({ theme }) => ({ color: theme.vars.palette.error.main }));
