import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { moneyOf } from '#console/domain/collections/money.ts';
import { withFilter } from '#console/domain/collections/report-address.ts';
import type { Report } from '#console/domain/collections/report-list.ts';
import { viewOfMoney } from '#console/domain/collections/report-money.ts';
import { valueText } from '#console/domain/collections/report-text.ts';
import { oneLine } from '#console/kit/list/one-line.ts';
import { MoneyText } from '#console/kit/ui/money-text.tsx';
import { whole } from '#console/kit/ui/sums.ts';
import type { Group, ReportState, View } from '#console/report-engine/protocol.ts';
import { fieldOf } from '#contract/fields.ts';
import { splitFilter, splitValue } from './chart/shape.ts';

const Tiles = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  // Reserves the height of a count and its sum.
  '&[data-sums]': { minHeight: 81 },
  '& > *': {
    all: 'unset',
    boxSizing: 'border-box',
    minWidth: 110,
    padding: '8px 14px',
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: 8,
    background: theme.vars.palette.background.paper,
    fontVariantNumeric: 'tabular-nums',
  },
  '& > button': { cursor: 'pointer' },
  '& > button:hover': { borderColor: theme.vars.palette.text.secondary },
  '& > button:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
  '& > button[aria-pressed=true]': {
    borderColor: theme.vars.palette.primary.main,
    boxShadow: 'inset 0 0 0 1px currentColor',
  },
  [theme.breakpoints.down('md')]: { ...oneLine, '&[data-sums]': { minHeight: 89 } },
  '& small': { display: 'block', color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
  '& b': { display: 'block', fontSize: '1rem', fontWeight: 600 },
}));

/** Others are in the chart and the comparison. */
const maxTiles = 6;

interface Tile {
  key: string;
  label: string;
  count: number;
  cents?: number | null;
  isChosen: boolean;
  onChoose(): void;
}

const TileButton = ({ label, count, cents, isChosen, onChoose }: Tile) => (
  <button type="button" aria-pressed={isChosen} onClick={onChoose}>
    <small>{label}</small>
    <b>{whole(count)}</b>
    {cents !== undefined && (
      <small>
        <MoneyText cents={cents} />
      </small>
    )}
  </button>
);

/** By kind of money, else by value. Empty until the first record has loaded. */
export function Headline({
  report,
  state,
  groups,
  view,
  onView,
}: {
  report: Report;
  state: ReportState;
  /** By the first split. */
  groups: readonly Group[];
  view: View;
  onView(view: View): void;
}) {
  const fieldName = report.splits[0];
  const values = (): Tile[] =>
    groups
      .toSorted((one, other) => other.count - one.count)
      .map(({ keys: [value = null], count }) => {
        const isChosen = splitValue(view.filters.find((it) => it.fieldName === fieldName)) === value;
        return {
          key: String(value),
          label:
            value === null
              ? `No ${(fieldOf(fieldName)?.label ?? fieldName).toLowerCase()}`
              : valueText(fieldName, value),
          count,
          isChosen,
          onChoose: () => onView(withFilter(view, fieldName, isChosen ? undefined : splitFilter(report, value))),
        };
      });
  const kinds = (): Tile[] =>
    moneyOf(state.sums).map((money) => {
      const narrowed = viewOfMoney(report, view, money);
      const isChosen = JSON.stringify(narrowed.filters) === JSON.stringify(view.filters);
      const all = { ...view, filters: view.filters.filter((it) => it.fieldName !== report.sum?.apart[0]) };
      return {
        key: money.kind,
        label: money.label,
        count: money.count,
        cents: money.cents,
        isChosen,
        onChoose: () => onView(isChosen ? all : narrowed),
      };
    });
  const isNone = state.total === 0;
  return (
    <Tiles role="group" aria-label="Headline" data-sums={report.sum === undefined ? undefined : ''}>
      <div>
        <small>{`${report.noun.charAt(0).toUpperCase()}${report.noun.slice(1)}s`}</small>
        <b>{isNone ? <Skeleton width={40} /> : whole(state.count)}</b>
      </div>
      {(report.sum ? kinds() : values()).slice(0, maxTiles).map((it) => (
        <TileButton {...it} key={it.key} />
      ))}
    </Tiles>
  );
}
