import { styled } from '@mui/material/styles';
import { fieldOf } from '../../contract/fields.ts';
import { splitValue } from './report-chart-shape.ts';
import type { Filter, Group, ReportState } from '../report/protocol.ts';
import { MoneyText } from './money-text.tsx';
import type { Report } from './report-list.ts';
import { valueText, whole } from './report-text.ts';

const Tiles = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
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
  '& small': { display: 'block', color: theme.vars.palette.text.secondary, fontSize: '0.75rem' },
  '& b': { display: 'block', fontSize: '1.0625rem', fontWeight: 650 },
}));

/** Values that have a tile of their own; more stand in the chart and the comparison. */
const mostTiles = 6;

/** The numbers that are looked at first: how many, how much, and how they split. A split's tile narrows the report to it. */
export function Headline({
  report,
  state,
  groups,
  chosen,
  onChoose,
}: {
  report: Report;
  state: ReportState;
  groups: readonly Group[];
  chosen: Filter | undefined;
  onChoose(value: string | null | undefined): void;
}) {
  const { sum, splits } = report;
  const cents = sum === undefined ? undefined : state.sums[sum];
  const isChosen = (value: string | null) => splitValue(chosen) === value;
  const shown = groups.toSorted((one, other) => other.count - one.count).slice(0, mostTiles);
  return (
    <Tiles role="group" aria-label="Headline">
      <div>
        <small>Records</small>
        <b>{whole(state.count)}</b>
      </div>
      {sum !== undefined && (
        <div>
          <small>{fieldOf(sum)?.label ?? sum}, sum</small>
          <b>{cents === null || cents === undefined ? 'no sum' : <MoneyText cents={cents} />}</b>
        </div>
      )}
      {shown.map(({ keys: [value = null], count, cents: part }) => (
        <button
          key={value}
          type="button"
          aria-pressed={isChosen(value)}
          onClick={() => onChoose(isChosen(value) ? undefined : value)}
        >
          <small>{valueText(splits[0], value)}</small>
          <b>{whole(count)}</b>
          {sum !== undefined && part !== null && (
            <small>
              <MoneyText cents={part} />
            </small>
          )}
        </button>
      ))}
    </Tiles>
  );
}
