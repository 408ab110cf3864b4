import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo, useState } from 'react';
import { useLabels } from '#console/api/lookups.ts';
import { useShownAs } from '#console/domain/collections/chart/shown-as.ts';
import { LeftOutNotice } from '#console/domain/collections/left-out.tsx';
import { reportOf, type ReportName } from '#console/domain/collections/report-list.ts';
import { shownCountText, reportFilterText } from '#console/domain/collections/report-text.ts';
import { links } from '#console/domain/links.ts';
import { NothingFound } from '#console/domain/outcome/error-state.tsx';
import { useToday } from '#console/session/today.ts';
import { useSearchParam } from '#kit/address/address.ts';
import { FilterChips } from '#kit/data-grid/chips.tsx';
import { rangeText } from '#kit/dates/ranges.ts';
import { later } from '#kit/ui/later.tsx';
import { MoreMenu, type MenuItem } from '#kit/ui/menu.tsx';
import { Page } from '#kit/ui/page.tsx';
import { EmptyState, Skeletons } from '#kit/ui/states.tsx';
import { isNotFound } from '#report-engine/slices.ts';
import { ReportBar } from './bar/bar.tsx';
import { useSetFilters } from './bar/more-filters.tsx';
import { ReportMenu } from './bar/report-menu.tsx';
import { withPairs } from './export/pairs.ts';
import { useGrouping } from './groups/group-by.tsx';
import { BackToGroups, Grouped } from './groups/grouped.tsx';
import { HeadlineAndChart } from './headline-and-chart.tsx';
import { Joins } from './joins.tsx';
import { againstOf } from './other-range.tsx';
import { printReport, PrintRows } from './print.tsx';
import { ProblemList, useReportQuery } from './report-query.tsx';
import { ReportRows } from './rows.tsx';
import { Incomplete, ReportProgress } from './status.tsx';
import { useReportColumns } from './use-columns.ts';
import { actionsParam, isNarrowed, logsActions, useReport, useView } from './use-report.ts';

const ReportExport = later(async () => (await import('./export/dialog.tsx')).ReportExport);
const SavedViews = later(async () => (await import('#console/domain/list/views/dialog.tsx')).SavedViews);

type Open = 'export' | 'views';

/** Columns come from the contract, query and view from the address. */
export function ReportPage({ name }: { name: ReportName }) {
  const report = useMemo(() => reportOf(name), [name]);
  const query = useReportQuery(report);
  const { range, fields, isOneProduct } = query;
  const [view, setView] = useView(report);
  const { by, choices } = useGrouping(report);
  const setFilters = useSetFilters(report.filters);
  const labelOf = useLabels(view.filters.map((it) => it.fieldName));
  const today = useToday();
  const [, setCompare] = useSearchParam('compare');
  const [actions, setActions] = useSearchParam(actionsParam);
  // Searches and filters always cover all fields.
  const mayFold = logsActions(report.columns) && !isNarrowed(view);
  const isFolding = actions !== 'all';
  const foldChip = { text: 'One row for each action', remove: () => setActions('all') };
  const [shownAs, setShownAs] = useShownAs('report-chart', innerWidth < 600 ? 'nothing' : 'chart');
  const columns = useReportColumns(report);
  const { source, state, reload } = useReport(report, range, fields, view);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);

  const isUsual = view.search === '' && JSON.stringify(view.filters) === JSON.stringify(report.usual);
  const isGrouped = by.length > 0;

  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const isFolded = shownAs === 'nothing';
  const items: MenuItem[] = [
    ...(isPhone ? [{ label: 'Export', isOff: !state?.total, act: () => setOpen('export') }] : []),
    { label: 'Saved views', act: () => setOpen('views') },
    { label: 'Compare', act: () => setCompare(againstOf(range, today)) },
    { label: 'Print', isOff: !source || !state?.total, act: () => source && printReport(source) },
    { label: 'Refresh', isOff: !fields, act: reload },
    ...(report.chart
      ? [
          { label: isFolded ? 'Show chart' : 'Hide chart', act: () => setShownAs(isFolded ? 'chart' : 'nothing') },
          ...(shownAs === 'table'
            ? [{ label: 'Show as chart', act: () => setShownAs('chart') }]
            : [{ label: 'Show as table', act: () => setShownAs('table') }]),
        ]
      : []),
    ...(mayFold
      ? [
          {
            label: 'One row for each field',
            isChecked: !isFolding,
            act: () => setActions(isFolding ? 'all' : ''),
          },
        ]
      : []),
  ];
  const isCounted = state && (state.total > 0 || (state.isComplete && !isNotFound(state)) || !state.isSettled);

  return (
    <Page
      title={report.title}
      switcher={<ReportMenu report={report} />}
      count={isCounted ? shownCountText(state, report.noun) : ''}
      actions={
        <Stack
          direction="row"
          sx={{ position: 'relative', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}
          data-screen
        >
          {source && state && !state.isSettled && (
            // On a wide page outside the row of buttons, which does not move when it goes.
            <Box
              sx={{
                display: { xs: 'contents', lg: 'block' },
                position: 'absolute',
                right: '100%',
                width: 'max-content',
                mr: 1,
              }}
            >
              <ReportProgress state={state} source={source} />
            </Box>
          )}
          <MoreMenu groups={[items]} />
          {!isPhone && (
            <Button variant="contained" disabled={!state?.total} onClick={() => setOpen('export')}>
              Export
            </Button>
          )}
        </Stack>
      }
    >
      <ReportBar report={report} query={query} source={source} view={view} onView={setView}>
        <FilterChips
          textOf={(it) => reportFilterText(it, report, labelOf)}
          view={view}
          onView={setView}
          also={mayFold && isFolding ? [foldChip, ...setFilters] : setFilters}
        />
      </ReportBar>
      <BackToGroups report={report} choices={choices} view={view} />
      {!fields && <ProblemList query={query} />}
      {fields && (!source || !state) && <Skeletons rows={9} />}
      {source && state && (
        <>
          <Typography data-print component="p">
            {rangeText(range)}
          </Typography>
          <Joins
            report={report}
            source={source}
            state={state}
            range={range}
            isOneProduct={isOneProduct}
            wanted={[...columns.shown, ...[...by, ...view.filters].map((it) => it.fieldName)]}
          />
          <Incomplete state={state} source={source} operation={report.operation.name} />
          <LeftOutNotice leftOut={state.leftOut} noun={report.noun} />
          {(state.total > 0 || !state.isSettled) && (
            <HeadlineAndChart
              report={report}
              range={range}
              source={source}
              state={state}
              view={view}
              onView={setView}
              shownAs={isGrouped ? 'nothing' : shownAs}
            />
          )}
          {isGrouped && state.count > 0 && (
            <Grouped report={report} source={source} view={view} by={by} isOneProduct={isOneProduct} />
          )}
          {(state.total > 0 || !state.isSettled) && !(isGrouped && state.count > 0) && (
            <Box data-screen sx={{ minWidth: 0 }}>
              <ReportRows
                report={report}
                source={source}
                view={view}
                onView={setView}
                columns={columns}
                empty={
                  <EmptyState
                    title={`No ${report.noun}s match`}
                    action={
                      isNarrowed(view) && (
                        <Button
                          onClick={() => setView({ ...view, search: '', filters: isUsual ? [] : [...report.usual] })}
                        >
                          Clear filters
                        </Button>
                      )
                    }
                  >
                    Nothing in this period matches the search and the filters.
                  </EmptyState>
                }
              />
            </Box>
          )}
          {state.total === 0 &&
            state.isSettled &&
            state.isComplete &&
            (isNotFound(state) ? (
              <NothingFound />
            ) : (
              <EmptyState title={`No ${report.noun}s in this period`}>
                Choose other dates or clear the filters.
              </EmptyState>
            ))}
          {!isGrouped && (
            <PrintRows source={source} state={state} report={report} columns={withPairs(report, columns.shown)} />
          )}
          {open === 'export' && (
            <ReportExport
              report={report}
              range={range}
              source={source}
              state={state}
              columns={columns.shown}
              by={by}
              isOneProduct={isOneProduct}
              fields={fields ?? {}}
              onClose={close}
            />
          )}
        </>
      )}
      {open === 'views' && <SavedViews page={links.reports(report.name)} title={report.title} onClose={close} />}
    </Page>
  );
}
