import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { moneyIn, shortly, type DayGroup } from '#console/domain/collections/day-groups.ts';
import type { Money } from '#console/domain/collections/money.ts';
import { Hidden } from '#kit/ui/hidden.tsx';
import { Icon } from '#kit/ui/icons.tsx';
import { centsText, formatCount } from '#kit/ui/sums.ts';
import { addUp } from '#rules/sums.ts';

/** The part of the bar and of the legend; what is not due any more and not collected is unpaid. */
export const tones = {
  'in paid': ['Collected', 'success'],
  'in unpaid': ['Unpaid', 'error'],
  due: ['Due', 'info'],
} as const;

const toneOf = (kind: string) => tones[kind as keyof typeof tones] ?? tones.due;

const Cell = styled('div')(({ theme }) => {
  const { palette } = theme.vars;
  return {
    lineHeight: 1.4,
    // Height with all lines and their margins, so that nothing moves when they load.
    display: 'flow-root',
    minHeight: 66,
    fontVariantNumeric: 'tabular-nums',
    '& b': { display: 'block', marginTop: 4, fontSize: '0.875rem', fontWeight: 600, whiteSpace: 'nowrap' },
    '& b[data-quiet]': { color: palette.text.secondary, fontWeight: 500 },
    '& [data-bar]': { display: 'flex', gap: 1, height: 6, margin: '4px 0' },
    // The border is what forced colours leave of a part.
    '& [data-bar] > i': { boxSizing: 'border-box', minWidth: 2, border: '1px solid transparent', borderRadius: 2 },
    '& [data-counts]': {
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: 8,
      color: palette.text.secondary,
      fontSize: '0.75rem',
      '& > span': { display: 'inline-flex', alignItems: 'center', gap: 2 },
    },
    '& [data-owed]': { color: palette.error.main },
    '& [data-twice]': {
      position: 'absolute',
      top: 8,
      right: 6,
      fontSize: '0.75rem',
      color: palette.warning.main,
    },
    // An outline stays in forced colours.
    '&[data-caution]::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      outline: `2px solid ${palette.warning.main}`,
      outlineOffset: -2,
      pointerEvents: 'none',
    },
    [theme.breakpoints.down('lg')]: { '& [data-in-full]': { display: 'none' } },
    [theme.breakpoints.up('lg')]: { '& [data-in-short]': { display: 'none' } },
    [theme.breakpoints.down('md')]: {
      minHeight: 30,
      '& [data-wide]': { display: 'none' },
      '& b': { margin: 0, fontSize: '0.6875rem' },
      '& [data-bar]': { height: 4, margin: '2px 0' },
      '& [data-twice]': { top: 4, right: 2, fontSize: '0.6875rem' },
    },
    [theme.breakpoints.up('md')]: { '& [data-narrow]': { display: 'none' } },
  };
});

const twiceText = (contracts: number): string =>
  contracts === 1 ? '1 contract debited twice' : `${contracts} contracts debited twice`;

/** `R 117 743`: cents would hide the size. */
const rand = ({ cents, currency = 'R' }: Pick<Money, 'cents' | 'currency'>): string =>
  cents === null ? 'no sum' : `${currency}\u00a0${formatCount(Math.round(cents / 100))}`;

function Count({ money }: { money: Money }) {
  const [label] = toneOf(money.kind);
  const isUnpaid = label === 'Unpaid';
  const isDue = label === 'Due';
  return (
    <span data-owed={isUnpaid ? '' : undefined} title={`${money.label} ${centsText(money.cents, money.currency)}`}>
      {!isDue && <Icon name={isUnpaid ? 'close' : 'check'} size={12} />}
      <Hidden>{money.label} </Hidden>
      {formatCount(money.count)}
      {isDue && ' due'}
    </span>
  );
}

/** What was collected, or else what is due, and a bar as long as the day is heavy. Sums are never added up. */
export function CalendarCell(props: {
  /** Null while loading. */
  groups: readonly DayGroup[] | null;
  /** The number of debits of the heaviest day. */
  most: number;
  isFree: boolean;
  twice?: number;
}) {
  const { groups, most, isFree, twice = 0 } = props;
  if (!groups?.length) return <Cell>{groups === null && <Skeleton variant="text" width="70%" />}</Cell>;
  const money = moneyIn(groups);
  const { count } = addUp(groups);
  const isOver = money.some(({ kind }) => kind === 'in paid' || kind === 'in unpaid');
  const first = isOver ? (money.find(({ kind }) => kind === 'in paid') ?? { label: 'Collected', cents: 0 }) : money[0];
  const hasDue = money.some(({ kind }) => toneOf(kind) === tones.due);
  return (
    <Cell data-caution={isFree && hasDue ? '' : undefined}>
      {first && (
        <b data-quiet={first.cents === 0 || !isOver ? '' : undefined}>
          <Hidden>{first.label} </Hidden>
          <span data-wide="">{rand(first)}</span>
          <span data-narrow="">{shortly(first)}</span>
        </b>
      )}
      <span data-bar="" aria-hidden style={{ width: `${Math.max(3, (100 * count) / most)}%` }}>
        {money.map((it) => (
          <i key={it.kind} style={{ flex: it.count, background: `var(--mui-palette-${toneOf(it.kind)[1]}-main)` }} />
        ))}
      </span>
      <span data-counts="" data-wide="">
        {money.map((it) => (
          <Count key={it.kind} money={it} />
        ))}
      </span>
      {twice > 0 && (
        <span data-twice="">
          <span data-in-full="">{twice} twice</span>
          <span data-in-short="" aria-hidden>
            ×2
          </span>
          <Hidden>{twiceText(twice)}</Hidden>
        </span>
      )}
    </Cell>
  );
}
