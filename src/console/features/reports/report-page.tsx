import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { useSearchParam } from '../../kit/list/search-param.ts';
import { MoneyText } from '../../kit/ui/money-text.tsx';
import { Page } from '../../kit/ui/page.tsx';
import { reportOf, type ReportName } from '../../domain/collections/report-list.ts';
import { Joins } from './joins.tsx';
import { ReportPictures } from './pictures.tsx';
import { print, PrintRows } from './print.tsx';
import { QuestionBar, useQuestion } from './question.tsx';
import { ReportRows } from './rows.tsx';
import { Incomplete, ReportProgress, SliceDetails } from './status.tsx';
import { countText, daysText } from '../../domain/collections/report-text.ts';
import { SearchBox } from '../../kit/form/search-box.tsx';
import { EmptyState } from '../../kit/ui/states.tsx';
import { useColumns } from './use-columns.ts';
import { useReport, useView } from './use-report.ts';

const ReportExport = lazy(async () => ({ default: (await import('./export.tsx')).ReportExport }));
const ReportViews = lazy(async () => ({ default: (await import('./views.tsx')).ReportViews }));

type Open = 'export' | 'views';

/** One page for every report: its words are what the contract lists, its question and its view stand in the address. */
export function ReportPage({ name, tabs }: { name: ReportName; tabs: ReactNode }) {
  const report = useMemo(() => reportOf(name), [name]);
  const { range, fields, problems } = useQuestion(report);
  const [view, setView] = useView(report.columns);
  const [, setCompare] = useSearchParam('compare');
  const columns = useColumns(report);
  const { source, state, reload } = useReport(report, range, fields, view);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);

  const totals = useMemo(() => {
    if (!state || state.total === 0) return undefined;
    const sums = Object.entries(state.sums).map(([fieldName, cents]) => [
      fieldName,
      cents === null ? 'no sum' : <MoneyText key={fieldName} cents={cents} />,
    ]);
    return Object.fromEntries([[columns.shown[0] ?? '', countText(state)], ...sums]) as Record<string, ReactNode>;
  }, [state, columns.shown]);
  const isNarrowed = view.search !== '' || view.filters.length > 0;

  return (
    <Page
      title={report.title}
      lead={report.product === 'none' ? 'Of all products of this merchant.' : undefined}
      actions={
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }} data-screen>
          <Button onClick={() => setOpen('views')}>Views</Button>
          <Button onClick={() => setCompare('before')}>Compare</Button>
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
      {tabs}
      <QuestionBar report={report} problems={problems} />
      {!fields && <EmptyState title="The filter is not complete">Correct what is marked above.</EmptyState>}
      {fields && (!source || !state) && <Skeleton variant="rounded" height={320} />}
      {source && state && (
        <>
          <Typography data-print component="p">
            {daysText(range)}
          </Typography>
          <Joins report={report} source={source} state={state} range={range} fields={fields ?? {}} />
          {!state.isSettled && <ReportProgress state={state} source={source} />}
          <Incomplete state={state} source={source} operation={report.operation.name} />
          {state.total > 0 && (
            <ReportPictures report={report} range={range} source={source} state={state} view={view} onView={setView} />
          )}
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
            <Box sx={{ flex: '0 1 280px' }} data-screen>
              <SearchBox
                label="Search this report"
                value={view.search}
                onSearch={(search) => setView({ ...view, search })}
              />
            </Box>
            <Typography component="output" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {countText(state)}
            </Typography>
            <SliceDetails state={state} operation={report.operation.name} />
          </Stack>
          {(state.total > 0 || !state.isSettled) && (
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
                    title="Nothing matches"
                    action={
                      isNarrowed && (
                        <Button onClick={() => setView({ ...view, search: '', filters: [] })}>Show everything</Button>
                      )
                    }
                  >
                    No row matches the search and the column filters.
                  </EmptyState>
                }
              />
            </Box>
          )}
          {state.total === 0 && state.isSettled && state.isComplete && (
            <EmptyState title="Nothing in this period">Choose other dates or clear the filters.</EmptyState>
          )}
          <PrintRows source={source} state={state} columns={columns.shown} />
          <Suspense>
            {open === 'export' && (
              <ReportExport
                report={report}
                range={range}
                source={source}
                state={state}
                columns={columns.shown}
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
