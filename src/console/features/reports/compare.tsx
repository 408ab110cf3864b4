import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { nothingFound } from '#console/api/errors.ts';
import { useLabels } from '#console/api/lookups.ts';
import { LeftOutNotice } from '#console/domain/collections/left-out.tsx';
import { reportOf, type Report, type ReportName } from '#console/domain/collections/report-list.ts';
import { shownCountText, reportFilterText } from '#console/domain/collections/report-text.ts';
import { NothingFound } from '#console/domain/outcome/error-state.tsx';
import { useToday } from '#console/session/today.ts';
import { useSearchParam } from '#kit/address/address.ts';
import { FilterChips } from '#kit/data-grid/chips.tsx';
import { presets, type Range, rangeText } from '#kit/dates/ranges.ts';
import { Page } from '#kit/ui/page.tsx';
import type { View } from '#report-engine/protocol.ts';
import { isNotFound } from '#report-engine/slices.ts';
import { dayText } from '#rules/day-text.ts';
import { ReportBar } from './bar/bar.tsx';
import { useSetFilters } from './bar/more-filters.tsx';
import { DifferenceBy } from './difference.tsx';
import { Joins } from './joins.tsx';
import { comparedRange, otherName, OtherRange, useOtherRange } from './other-range.tsx';
import { ProblemList, useReportQuery } from './report-query.tsx';
import { Incomplete, ReportProgress } from './status.tsx';
import { useReport, useView, type OpenReport } from './use-report.ts';

interface SideProps {
  title: string;
  range: Range;
  opened: OpenReport;
  report: Report;
  isOneProduct: boolean;
}

function Side({ title, range, opened, report, isOneProduct }: SideProps) {
  const { state, source } = opened;
  return (
    <Stack spacing={1} sx={{ flex: '1 1 320px', minWidth: 0 }}>
      <Typography component="p" variant="h3">
        {title}: {rangeText(range)}
      </Typography>
      {state && source && (
        <>
          <Joins report={report} source={source} state={state} range={range} isOneProduct={isOneProduct} wanted={[]} />
          <Typography component="output" color="textSecondary">
            {isNotFound(state) ? `${nothingFound.title}.` : shownCountText(state, report.noun)}
          </Typography>
          {!state.isSettled && <ReportProgress state={state} source={source} />}
          <Incomplete state={state} source={source} operation={report.operation.name} />
          <LeftOutNotice leftOut={state.leftOut} noun={report.noun} />
        </>
      )}
    </Stack>
  );
}

/** Filters on days fit only one of the ranges. */
function apart(view: View, { day }: Report): { narrowed: View; ofDays: View['filters'] } {
  const ofDays = view.filters.filter((it) => it.fieldName === day);
  return { narrowed: { ...view, filters: view.filters.filter((it) => it.fieldName !== day), sort: null }, ofDays };
}

export function ReportCompare({ name }: { name: ReportName }) {
  const today = useToday();
  const report = useMemo(() => reportOf(name), [name]);
  const query = useReportQuery(report);
  const { range: whole, fields, isOneProduct } = query;
  const setFilters = useSetFilters(report.filters);
  const [, setCompare] = useSearchParam('compare');
  const { other, kind } = useOtherRange(whole);
  const range = comparedRange(whole, kind, today);
  const [view, setView] = useView(report);
  const labelOf = useLabels(view.filters.map((it) => it.fieldName));
  const { narrowed, ofDays } = useMemo(() => apart(view, report), [view, report]);
  const now = useReport(report, range, fields, narrowed);
  const before = useReport(report, other, other.problem ? null : fields, narrowed);
  const isNowhere = [now, before].every(({ state }) => state && isNotFound(state));
  const side = { report, isOneProduct };
  const names = { now: whole.preset ? presets[whole.preset] : 'This period', before: otherName(kind) };

  return (
    <Page
      title={`${report.title}, compared`}
      actions={
        <Button variant="outlined" onClick={() => setCompare('')}>
          Back to the report
        </Button>
      }
    >
      <ReportBar report={report} query={query}>
        <FilterChips
          textOf={(it) => reportFilterText(it, report, labelOf)}
          view={narrowed}
          onView={(next) => setView({ ...next, filters: [...next.filters, ...ofDays], sort: view.sort })}
          also={setFilters}
        />
      </ReportBar>
      <OtherRange other={other} kind={kind} />
      {ofDays.length > 0 && (
        <Typography color="textSecondary">
          The report’s filter on dates is not used here: the two ranges say which days are compared.
        </Typography>
      )}
      {!fields && <ProblemList query={query} />}
      {fields && !other.problem && (
        <>
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2 }}>
            <Side title={names.now} range={range} opened={now} {...side} />
            <Side title={names.before} range={other} opened={before} {...side} />
          </Stack>
          {range.to > today && other.to <= today && report.direction === 'back' && (
            <Typography color="textSecondary">
              {names.now} is not over yet: it ends on {dayText(range.to)}. Compare it with the same days of the previous
              period instead.
            </Typography>
          )}
          {isNowhere ? (
            <NothingFound />
          ) : (
            report.splits.map((fieldName) => (
              <DifferenceBy
                key={fieldName}
                report={report}
                fieldName={fieldName}
                now={now}
                before={before}
                names={names}
              />
            ))
          )}
        </>
      )}
    </Page>
  );
}
