import Paper from '@mui/material/Paper';
import { useMemo } from 'react';
import { DayChart } from '#console/domain/collections/chart/chart.tsx';
import { chartBy, shapeOf } from '#console/domain/collections/chart/shape.ts';
import type { ShownAs } from '#console/domain/collections/chart/shown-as.ts';
import { withFilter } from '#console/domain/collections/report-address.ts';
import type { Report } from '#console/domain/collections/report-list.ts';
import { monthEnd, type Days } from '#kit/dates/ranges.ts';
import type { ReportSource, ReportState, View } from '#report-engine/protocol.ts';
import { Headline } from './headline.tsx';
import { useGroups } from './use-report.ts';

interface Shown {
  report: Report;
  range: Days;
  source: ReportSource;
  state: ReportState;
  view: View;
  onView(view: View): void;
  shownAs: ShownAs;
}

const daysOfBar = (key: string): Days =>
  key.length === 10 ? { from: key, to: key } : { from: `${key}-01`, to: monthEnd(key) };

/** The sums and, unless it is folded, the days. Choosing in either filters the report. */
export function HeadlineAndChart({ report, range, source, state, view, onView, shownAs }: Shown) {
  const { day, chart, sum, noun } = report;
  const own = view.filters.find((it) => it.fieldName === day);
  // The chart ignores its own filter, so that other bars stay available.
  const others = own && view.search === '' ? view.filters.filter((it) => it !== own) : undefined;
  const by = useMemo(() => chartBy(report, range), [report, range]);
  const hasChart = chart !== undefined && day !== undefined && shownAs !== 'nothing';
  const groups = useGroups(hasChart ? source : null, by, { filters: others });
  const expected = useMemo(() => shapeOf(report, range, []), [report, range]);
  const shape = useMemo(() => groups && shapeOf(report, range, groups), [report, range, groups]);

  const chosen = ((): string | undefined => {
    if (own?.kind !== 'date' || !own.from) return undefined;
    const month = own.from.slice(0, 7);
    return own.from === own.to ? own.from : monthEnd(month) === own.to && own.from.endsWith('-01') ? month : undefined;
  })();
  const choose = (key: string | null) => {
    if (day === undefined) return;
    const isNone = key === chosen || key === null;
    onView(withFilter(view, day, isNone ? undefined : { fieldName: day, kind: 'date', ...daysOfBar(key) }));
  };
  if (!sum && !hasChart) return null;
  return (
    <Paper
      variant="outlined"
      sx={{
        p: { xs: hasChart ? 1 : 0, sm: 2 },
        border: hasChart ? undefined : { xs: 0, sm: 1 },
        bgcolor: hasChart ? undefined : { xs: 'transparent', sm: 'background.paper' },
        borderColor: { sm: 'divider' },
        minWidth: 0,
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1,
      }}
    >
      {sum && <Headline report={report} state={state} view={view} onView={onView} />}
      {hasChart && (
        <DayChart
          title={chart}
          noun={noun}
          shape={state.total > 0 ? shape : undefined}
          expected={expected}
          chosen={chosen}
          onChoose={choose}
          isTable={shownAs === 'table'}
        />
      )}
    </Paper>
  );
}
