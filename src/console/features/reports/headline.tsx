import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { colourOf } from '#console/domain/collections/chart/drawing.ts';
import { moneyOf } from '#console/domain/collections/money.ts';
import type { Report } from '#console/domain/collections/report-list.ts';
import { viewOfMoney } from '#console/domain/collections/report-money.ts';
import { rowCountText } from '#console/domain/collections/report-text.ts';
import { oneLine } from '#kit/list/one-line.ts';
import { MoneyText } from '#kit/ui/money-text.tsx';
import type { ReportState, View } from '#report-engine/protocol.ts';

const Tiles = styled('div')(({ theme }) => {
  const { palette } = theme.vars;
  return {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'end',
    gap: '8px 0',
    // As high as with sums, so that nothing moves when they come.
    minHeight: 76,
    fontVariantNumeric: 'tabular-nums',
    '& > *': {
      all: 'unset',
      boxSizing: 'border-box',
      padding: '2px 28px 2px 20px',
      borderLeft: `1px solid ${palette.divider}`,
      cursor: 'pointer',
    },
    '& > :first-of-type': { paddingLeft: 4, borderColor: 'transparent' },
    '& > button:hover b': { textDecoration: 'underline', textUnderlineOffset: 4, textDecorationThickness: 1 },
    '& > button:focus-visible': { outline: `2px solid ${palette.primary.main}`, borderRadius: 8 },
    '& > button[aria-pressed=true]': { boxShadow: `inset 0 -2px 0 ${palette.primary.main}` },
    '& small': { display: 'block', color: palette.text.secondary, fontSize: '0.8125rem', lineHeight: '18px' },
    '& b': { display: 'block', fontSize: '1.25rem', fontWeight: 600, lineHeight: '30px' },
    '& > :first-of-type b': { fontSize: '1.75rem', lineHeight: '36px' },
    '& b small': { display: 'inline', fontSize: '0.62em', lineHeight: 0 },
    '& [data-owed] b, & [data-owed] b small': { color: palette.error.main },
    '& i': { display: 'inline-block', width: 10, height: 10, marginRight: 6, borderRadius: 2 },
    [theme.breakpoints.down('md')]: {
      ...oneLine,
      padding: '0 4px',
      minHeight: 46,
      '& > *': { flex: 'none', padding: '0 16px 0 14px' },
      '& b': { fontSize: '1rem', lineHeight: '28px' },
      '& > :first-of-type b': { fontSize: '1.375rem', lineHeight: '28px' },
      // The amount matters more; the count of all is in the title.
      '& b + small': { display: 'none' },
    },
  };
});

/** Others are in the chart and the comparison. */
const maxTiles = 6;

/** A sum for each kind of money; a click filters the report by it. The squares are the legend of the chart. */
export function Headline(props: { report: Report; state: ReportState; view: View; onView(view: View): void }) {
  const { report, state, view, onView } = props;
  const { apart, currency: currencyField } = report.sum ?? {};
  const all = {
    ...view,
    filters: view.filters.filter(({ fieldName }) => fieldName !== apart?.[0] && fieldName !== currencyField),
  };
  const moneys = moneyOf(state.sums);
  return (
    <Tiles role="group" aria-label="Headline">
      {state.total === 0 && <Skeleton width={220} height={24} sx={{ my: { xs: 1, md: 2.25 } }} />}
      {moneys.slice(0, maxTiles).map((money, index) => {
        const { kind, label, count, cents, currency, statuses } = money;
        const narrowed = viewOfMoney(report, view, money, moneys);
        const isChosen = JSON.stringify(narrowed.filters) === JSON.stringify(view.filters);
        const background = colourOf({ key: kind, label, status: statuses[0] }, index);
        return (
          <button
            key={kind}
            type="button"
            aria-pressed={isChosen}
            data-owed={kind === 'in unpaid' ? '' : undefined}
            onClick={() => onView(isChosen ? all : narrowed)}
          >
            <small>
              {report.chart && <i style={{ background }} />}
              {label}
            </small>
            <b>
              <MoneyText cents={cents} currency={currency} isLarge />
            </b>
            <small>{rowCountText(count, report.noun)}</small>
          </button>
        );
      })}
    </Tiles>
  );
}
