import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { LeftOutNotice } from '#console/domain/collections/left-out.tsx';
import { MoneyLines } from '#console/domain/collections/money-lines.tsx';
import { moneyOf } from '#console/domain/collections/money.ts';
import { reportOf, type ReportName } from '#console/domain/collections/report-list.ts';
import { countText, daysText, filterText } from '#console/domain/collections/report-text.ts';
import { useSearchParam } from '#console/kit/address/address.ts';
import { FilterChips } from '#console/kit/data-grid/chips.tsx';
import { Page } from '#console/kit/ui/page.tsx';
import { EmptyState, NothingFound } from '#console/kit/ui/states.tsx';
import { isNotFound } from '#console/report-engine/slices.ts';
import { useToday } from '#console/session/today.ts';
import { ReportBar } from './bar/bar.tsx';
import { useSetFilters } from './bar/more-filters.tsx';
import { Creations } from './creations.tsx';
import { useGrouping } from './groups/group-by.tsx';
import { BackToGroups, Grouped } from './groups/grouped.tsx';
import { HeadlineAndChart } from './headline-and-chart.tsx';
import { Joins } from './joins.tsx';
import { againstOf } from './other-range.tsx';
import { print, PrintRows } from './print.tsx';
import { ProblemList, useReportQuery } from './report-query.tsx';
import { ReportRows } from './rows.tsx';
import { Incomplete, ReportProgress, SliceDetails } from './status.tsx';
import { useColumns } from './use-columns.ts';
import { isNarrowed, useReport, useView } from './use-report.ts';

const ReportExport = lazy(async () => ({ default: (await import('./export/dialog.tsx')).ReportExport }));
const ReportViews = lazy(async () => ({ default: (await import('./views.tsx')).ReportViews }));

type Open = 'export' | 'views';

/** Columns come from the contract, query and view from the address. */
export function ReportPage({ name }: { name: ReportName }) {
  const report = useMemo(() => reportOf(name), [name]);
  const { range, fields, problems, isOneProduct } = useReportQuery(report);
  const [view, setView] = useView(report);
  const { by, choices } = useGrouping(report);
  const setFilters = useSetFilters(report.filters);
  const today = useToday();
  const [, setCompare] = useSearchParam('compare');
  const columns = useColumns(report);
  const { source, state, reload } = useReport(report, range, fields, view);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);

  const totals = useMemo(() => {
    if (!state || state.total === 0) return undefined;
    const count = [columns.shown[0] ?? '', countText(state, report.noun)];
    const sum = [report.sum?.fieldName ?? '', <MoneyLines key="sum" money={moneyOf(state.sums)} />];
    return Object.fromEntries(report.sum ? [count, sum] : [count]) as Record<string, ReactNode>;
  }, [state, columns.shown, report]);
  const isUsual = view.search === '' && JSON.stringify(view.filters) === JSON.stringify(report.usual);
  const isGrouped = by.length > 0;

  return (
    <Page
      title={report.title}
      lead={report.product === 'none' ? 'Of all products of this merchant.' : undefined}
      actions={
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }} data-screen>
          <Button onClick={() => setOpen('views')}>Views</Button>
          <Button onClick={() => setCompare(againstOf(range, today))}>Compare</Button>
          <Button disabled={!source || !state?.total} onClick={() => source && print(source)}>
            Print
          </Button>
          <Button variant="outlined" disabled={!fields} onClick={reload}>
            Refresh
          </Button>
          <Button variant="contained" disabled={!state?.total} onClick={() => setOpen('export')}>
            Export
          </Button>
        </Stack>
      }
    >
      <ReportBar report={report} problems={problems} view={view} onView={setView} />
      <FilterChips textOf={(it) => filterText(it, report)} view={view} onView={setView} also={setFilters} />
      <BackToGroups report={report} choices={choices} view={view} />
      {!fields && <ProblemList problems={problems} />}
      {fields && (!source || !state) && <Skeleton variant="rounded" height={320} />}
      {source && state && (
        <>
          <Typography data-print component="p">
            {daysText(range)}
          </Typography>
          <Joins report={report} source={source} state={state} range={range} isOneProduct={isOneProduct} />
          <Stack
            direction="row"
            sx={{ flexWrap: 'wrap', gap: 1.5, alignItems: 'center', minHeight: { xs: 44, md: 28 } }}
          >
            <Typography
              component="output"
              color="textSecondary"
              sx={{
                fontVariantNumeric: 'tabular-nums',
                // A phone shows either this or the progress.
                display: { xs: state.isSettled ? 'block' : 'none', md: 'block' },
              }}
            >
              {(state.total > 0 || (state.isComplete && !isNotFound(state)) || !state.isSettled) &&
                countText(state, report.noun)}
            </Typography>
            {!state.isSettled && <ReportProgress state={state} source={source} />}
            <SliceDetails state={state} operation={report.operation.name} />
            <Creations columns={report.columns} view={view} />
            {!isOneProduct && report.joined.length > 0 && (
              <Typography variant="body2" color="textSecondary">
                Client names and unpaid reasons are shown for one product at a time.
              </Typography>
            )}
          </Stack>
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
              isGrouped={isGrouped}
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
                totals={totals}
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
          <PrintRows source={source} state={state} report={report} columns={columns.shown} isGrouped={isGrouped} />
          <Suspense>
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
          </Suspense>
        </>
      )}
      <Suspense>{open === 'views' && <ReportViews report={report} onClose={close} />}</Suspense>
    </Page>
  );
}
