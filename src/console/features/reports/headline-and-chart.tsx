import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { withFilter } from '#console/domain/collections/report-address.ts';
import type { Report } from '#console/domain/collections/report-list.ts';
import { monthEnd, type Days } from '#console/kit/dates/ranges.ts';
import type { Filter, ReportSource, ReportState, View } from '#console/report-engine/protocol.ts';
import { ReportChart, useShownAs } from './chart/chart.tsx';
import { chartBy, shapeOf, splitBy, splitFilter, splitValue } from './chart/shape.ts';
import { Headline } from './headline.tsx';
import { useGroups } from './use-report.ts';

interface Shown {
  report: Report;
  range: Days;
  source: ReportSource;
  state: ReportState;
  view: View;
  onView(view: View): void;
  /** No chart then. */
  isGrouped: boolean;
}

const daysOfBar = (key: string): Pick<Extract<Filter, { kind: 'date' }>, 'from' | 'to'> =>
  key.length === 10 ? { from: key, to: key } : { from: `${key}-01`, to: monthEnd(key) };

/** Clicking in either filters the report. */
export function HeadlineAndChart({ report, range, source, state, view, onView, isGrouped }: Shown) {
  const { day, splits, chart } = report;
  const isDays = chart.over === 'days' && day !== undefined;
  const fieldName = isDays ? day : splits[0];
  const own = view.filters.find((it) => it.fieldName === fieldName);
  // The chart ignores its own filter, so that other bars stay available.
  const others = own && view.search === '' ? view.filters.filter((it) => it !== own) : undefined;
  const by = useMemo(() => chartBy(report, range), [report, range]);
  const bySplit = useMemo(() => [splitBy(report)], [report]);
  const split = useGroups(report.sum ? null : source, bySplit);
  const [shownAs, setShownAs] = useShownAs();
  const isHidden = isGrouped || shownAs === 'nothing';
  const isSame = !isDays && !others && !report.sum;
  const other = useGroups(isSame || isHidden ? null : source, by, { filters: others });
  const groups = isSame ? split : other;
  const shape = useMemo(() => groups && shapeOf(report, range, groups), [report, range, groups]);
  // Days have fixed positions; values change their order while loading.
  const isDrawn = state.isSettled || (isDays && state.total > 0);

  const chosen = ((): string | null | undefined => {
    if (own?.kind !== 'date') return splitValue(own);
    if (!own.from) return undefined;
    const month = own.from.slice(0, 7);
    return own.from === own.to ? own.from : monthEnd(month) === own.to && own.from.endsWith('-01') ? month : undefined;
  })();
  const choose = (key: string | null) => {
    if (key === chosen || (isDays && key === null)) return onView(withFilter(view, fieldName, undefined));
    onView(
      withFilter(
        view,
        fieldName,
        isDays && key !== null ? { fieldName, kind: 'date', ...daysOfBar(key) } : splitFilter(report, key),
      ),
    );
  };
  return (
    <>
      <Headline report={report} state={state} groups={(state.isSettled && split) || []} view={view} onView={onView} />
      {isHidden && !isGrouped && (
        <Button size="small" onClick={() => setShownAs('chart')} data-screen sx={{ alignSelf: 'flex-start' }}>
          Show chart: {chart.title.toLowerCase()}
        </Button>
      )}
      {!isHidden && (!isDrawn || !shape || shape.bars.length > 0) && (
        <ReportChart
          report={report}
          shape={isDrawn ? shape : undefined}
          chosen={chosen}
          onChoose={choose}
          isTable={shownAs === 'table'}
          onShow={setShownAs}
        />
      )}
    </>
  );
}
