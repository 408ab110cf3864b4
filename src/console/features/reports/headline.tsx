import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { fieldOf } from '../../../contract/fields.ts';
import { splitValue } from './chart/shape.ts';
import type { Filter, Group, ReportState } from '../../report-engine/protocol.ts';
import { oneLine } from '../../kit/list/one-line.ts';
import { MoneyText } from '../../kit/ui/money-text.tsx';
import type { Report } from '../../domain/collections/report-list.ts';
import { valueText } from '../../domain/collections/report-text.ts';
import { whole } from '../../kit/ui/sums.ts';

const Tiles = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  // Before there are any as high as with values, which have a sum below their count.
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

/** Values that have a tile of their own; more stand in the chart and the comparison. */
const maxTiles = 6;

/** How many records a value has, and how much: narrows the report to it, or shows all again. */
function ValueTile({
  fieldName,
  group: { keys, count, cents },
  hasSum,
  filter,
  onChoose,
}: {
  fieldName: string;
  group: Group;
  hasSum: boolean;
  filter: Filter | undefined;
  onChoose(value: string | null | undefined): void;
}) {
  const [value = null] = keys;
  const isChosen = splitValue(filter) === value;
  return (
    <button type="button" aria-pressed={isChosen} onClick={() => onChoose(isChosen ? undefined : value)}>
      <small>
        {value === null && fieldName !== 'TransactionType'
          ? `No ${(fieldOf(fieldName)?.label ?? fieldName).toLowerCase()}`
          : valueText(fieldName, value)}
      </small>
      <b>{whole(count)}</b>
      {hasSum && (
        <small>
          <MoneyText cents={cents} />
        </small>
      )}
    </button>
  );
}

/**
 * The numbers that are looked at first: how many, how much, and how they split. A tile of a value narrows the report to it.
 * Before the first record is here, none of them is known.
 * `apart` are the groups that have no sum together, where there are several.
 */
export function Headline({
  report,
  state,
  groups,
  apart,
  filterOf,
  onChoose,
}: {
  report: Report;
  state: ReportState;
  groups: readonly Group[];
  apart: readonly Group[];
  filterOf(fieldName: string): Filter | undefined;
  onChoose(fieldName: string, value: string | null | undefined): void;
}) {
  const { sum, splits } = report;
  const cents = sum === undefined ? undefined : state.sums[sum];
  const tiles = (fieldName: string, all: readonly Group[]) =>
    all
      .toSorted((one, other) => other.count - one.count)
      .slice(0, maxTiles)
      .map((group) => (
        <ValueTile
          key={`${fieldName} ${group.keys[0]}`}
          fieldName={fieldName}
          group={group}
          hasSum={sum !== undefined}
          filter={filterOf(fieldName)}
          onChoose={(value) => onChoose(fieldName, value)}
        />
      ));
  const isNone = state.total === 0;
  // A field that is narrowed to one value keeps its tile, to be pressed again.
  const isApart = report.apart !== undefined && (apart.length > 1 || filterOf(report.apart) !== undefined);
  return (
    <Tiles role="group" aria-label="Headline" data-sums={sum === undefined ? undefined : ''}>
      <div>
        <small>{`${report.noun.charAt(0).toUpperCase()}${report.noun.slice(1)}s`}</small>
        <b>{isNone ? <Skeleton width={40} /> : whole(state.count)}</b>
      </div>
      {isApart && tiles(report.apart ?? '', apart)}
      {!isApart && sum !== undefined && (
        <div>
          <small>Total {(fieldOf(sum)?.label ?? sum).toLowerCase()}</small>
          <b>{isNone ? <Skeleton width={90} /> : <MoneyText cents={cents ?? null} />}</b>
        </div>
      )}
      {tiles(splits[0], groups)}
    </Tiles>
  );
}
