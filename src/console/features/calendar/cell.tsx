import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { addUp, byStatus, moneyIn, shortly, sumText, type DayGroup } from '#console/domain/collections/day-groups.ts';
import { moneyText } from '#console/domain/collections/money.ts';
import { Hidden } from '#console/kit/ui/hidden.tsx';
import { StatusMark } from '#console/kit/ui/status.tsx';
import { whole } from '#console/kit/ui/sums.ts';

const Cell = styled('div')(({ theme }) => ({
  lineHeight: 1.4,
  // Height with all lines, so that nothing moves when they load.
  minHeight: 96,
  '& b': { display: 'block', fontWeight: 600, whiteSpace: 'nowrap' },
  '& [data-line]': { display: 'block', marginTop: 2, fontSize: '0.8125rem', whiteSpace: 'nowrap' },
  // Next to the day's number.
  '& [data-twice]': {
    position: 'absolute',
    top: 8,
    right: 6,
    fontSize: '0.8125rem',
    color: theme.vars.palette.warning.main,
  },
  [theme.breakpoints.down('lg')]: { '& [data-in-full]': { display: 'none' } },
  [theme.breakpoints.up('lg')]: { '& [data-in-short]': { display: 'none' } },
  [theme.breakpoints.down('md')]: {
    minHeight: 36,
    '& [data-wide]': { display: 'none' },
    '& b': { fontSize: '0.6875rem' },
    '& b[data-unpaid]': { color: theme.vars.palette.error.main },
    '& [data-twice]': { top: 4, right: 2, fontSize: '0.6875rem' },
  },
  [theme.breakpoints.up('md')]: { '& [data-narrow]': { display: 'none' } },
}));

export const twiceText = (contracts: number): string =>
  contracts === 1 ? '1 contract twice' : `${contracts} contracts twice`;

/** Lines that fit a day of the month. */
const maxStatuses = 2;

/** A day's count and sum; by status if it fits. Paid and unpaid always have separate sums. */
export function CalendarCell({
  groups,
  twice = 0,
}: {
  /** Null while loading. */
  groups: readonly DayGroup[] | null;
  /** Contracts with more than one debit. */
  twice?: number;
}) {
  if (!groups?.length) return <Cell>{groups === null && <Skeleton width="70%" />}</Cell>;
  const { count } = addUp(groups);
  const money = moneyIn(groups);
  const isMixed = money.length > 1;
  const statuses = byStatus(groups);
  const rest = statuses.slice(maxStatuses).reduce((all, it) => all + it.count, 0);
  return (
    <Cell>
      {!isMixed && <b data-wide="">{moneyText(money)}</b>}
      {money.slice(0, maxStatuses).map((it) => (
        <b key={it.kind} data-narrow="" data-unpaid={it.kind === 'in unpaid' ? '' : undefined}>
          {isMixed && <Hidden>{it.label} </Hidden>}
          {shortly(it)}
        </b>
      ))}
      <span data-narrow="" data-line="">
        {whole(count)}
        <Hidden>{count === 1 ? ' collection' : ' collections'}</Hidden>
      </span>
      <span data-wide="">
        {statuses.slice(0, maxStatuses).map((it) => (
          <span key={it.status} data-line="">
            {it.status ? <StatusMark fieldName="InstalmentStatus" value={it.status} /> : 'no status'} {whole(it.count)}
            {isMixed && <b>{sumText(it)}</b>}
          </span>
        ))}
        {rest > 0 && <span data-line="">{rest} more</span>}
      </span>
      {twice > 0 && (
        <span data-twice="">
          <span data-in-full="">{twiceText(twice)}</span>
          <span data-in-short="">
            <span aria-hidden title={twiceText(twice)}>
              ×2
            </span>
            <Hidden>{twiceText(twice)}</Hidden>
          </span>
        </span>
      )}
    </Cell>
  );
}
