import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { useQueryWord } from '../../parts/query-word.ts';
import { MoneyText } from '../../parts/money-text.tsx';
import { Page } from '../../parts/page.tsx';
import { monthEnd, type Days } from '../../parts/ranges.ts';
import { withFilter } from '../../parts/report-address.ts';
import { ReportChart } from '../../parts/report-chart.tsx';
import { chartBy, shapeOf, splitBy, splitFilter, splitValue } from '../../parts/report-chart-shape.ts';
import { Headline } from '../../parts/report-headline.tsx';
import { reportOf, type Report, type ReportName } from '../../parts/report-list.ts';
import { print, PrintRows } from '../../parts/report-print.tsx';
import { QuestionBar, useQuestion } from '../../parts/report-question.tsx';
import { ReportRows } from '../../parts/report-rows.tsx';
import { Incomplete, ReportProgress, SliceDetails } from '../../parts/report-status.tsx';
import { countText, daysText } from '../../parts/report-text.ts';
import { SearchBox } from '../../parts/search-box.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useColumns } from '../../parts/use-columns.ts';
import { useGroups, useReport, useView } from '../../parts/use-report.ts';
import type { Filter, ReportSource, ReportState, View } from '../../report/protocol.ts';

const ReportExport = lazy(async () => ({ default: (await import('../../parts/report-export.tsx')).ReportExport }));
const ReportViews = lazy(async () => ({ default: (await import('../../parts/report-views.tsx')).ReportViews }));

interface Shown {
  report: Report;
  range: Days;
  source: ReportSource;
  state: ReportState;
  view: View;
  onView(view: View): void;
}

/** Days of a bar: a day is itself, a month its days as a filter takes them. */
const daysOfBar = (key: string): Pick<Extract<Filter, { kind: 'date' }>, 'from' | 'to'> =>
  key.length === 10 ? { from: key, to: key } : { from: `${key}-01`, to: monthEnd(key) };

function Pictures({ report, range, source, state, view, onView }: Shown) {
  const { day, sum, splits, apart, chart } = report;
  const isDays = chart.over === 'days' && day !== undefined;
  const word = isDays ? day : splits[0];
  const own = view.filters.find((it) => it.word === word);
  // Narrowed by the chart alone, the chart still shows what else could be chosen.
  const isAll = own !== undefined && view.filters.length === 1 && view.search === '';
  const by = useMemo(() => chartBy(report, range), [report, range]);
  const bySplit = useMemo(() => [splitBy(report)], [report]);
  const split = useGroups(source, bySplit, sum);
  const byApart = useMemo(() => (apart === undefined ? [] : [{ word: apart }]), [apart]);
  const sumsApart = useGroups(apart === undefined ? null : source, byApart, sum);
  const isSame = !isDays && !isAll;
  const other = useGroups(isSame ? null : source, by, sum, isAll);
  const groups = isSame ? split : other;
  const shape = useMemo(() => groups && shapeOf(report, range, groups), [report, range, groups]);

  const chosen = ((): string | null | undefined => {
    if (own?.kind !== 'date') return splitValue(own);
    if (!own.from) return undefined;
    const month = own.from.slice(0, 7);
    return own.from === own.to ? own.from : monthEnd(month) === own.to && own.from.endsWith('-01') ? month : undefined;
  })();
  const choose = (key: string | null) => {
    if (key === chosen || (isDays && key === null)) return onView(withFilter(view, word, undefined));
    onView(
      withFilter(
        view,
        word,
        isDays && key !== null ? { word, kind: 'date', ...daysOfBar(key) } : splitFilter(report, key),
      ),
    );
  };
  return (
    <>
      <Headline
        report={report}
        state={state}
        groups={split ?? []}
        apart={sumsApart ?? []}
        filterOf={(it) => view.filters.find((filter) => filter.word === it)}
        onChoose={(it, value) =>
          onView(
            withFilter(
              view,
              it,
              value === undefined
                ? undefined
                : it === splits[0]
                  ? splitFilter(report, value)
                  : { word: it, kind: 'oneOf', values: [value] },
            ),
          )
        }
      />
      {shape ? (
        shape.bars.length > 0 && <ReportChart report={report} shape={shape} chosen={chosen} onChoose={choose} />
      ) : (
        <Skeleton variant="rounded" height={240} />
      )}
    </>
  );
}

type Open = 'export' | 'views';

/** One page for every report: its words are what the contract lists, its question and its view stand in the address. */
export function ReportPage({ name, tabs }: { name: ReportName; tabs: ReactNode }) {
  const report = useMemo(() => reportOf(name), [name]);
  const { range, words, problems } = useQuestion(report);
  const [view, setView] = useView(report.columns);
  const [, setCompare] = useQueryWord('compare');
  const columns = useColumns(report);
  const { source, state, reload } = useReport(report, range, words, view);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);

  const totals = useMemo(() => {
    if (!state || state.total === 0) return undefined;
    const sums = Object.entries(state.sums).map(([word, cents]) => [
      word,
      cents === null ? 'no sum' : <MoneyText key={word} cents={cents} />,
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
          <Button variant="outlined" disabled={!words} onClick={reload}>
            Load again
          </Button>
          <Button variant="contained" disabled={!state?.total} onClick={() => setOpen('export')}>
            Export
          </Button>
        </Stack>
      }
    >
      {tabs}
      <QuestionBar report={report} problems={problems} />
      {!words && <EmptyState title="Nothing was asked for">Put right what is marked above.</EmptyState>}
      {words && (!source || !state) && <Skeleton variant="rounded" height={320} />}
      {source && state && (
        <>
          <Typography data-print component="p">
            {daysText(range)}
          </Typography>
          {!state.isSettled && <ReportProgress state={state} source={source} />}
          <Incomplete state={state} source={source} operation={report.operation.name} />
          {state.total > 0 && (
            <Pictures report={report} range={range} source={source} state={state} view={view} onView={setView} />
          )}
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
            <Box sx={{ flex: '0 1 280px' }} data-screen>
              <SearchBox
                label="Search these records"
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
                    title="No record fits"
                    action={
                      isNarrowed && (
                        <Button onClick={() => setView({ ...view, search: '', filters: [] })}>Show all records</Button>
                      )
                    }
                  >
                    The search or a filter of these columns leaves nothing over.
                  </EmptyState>
                }
              />
            </Box>
          )}
          {state.total === 0 && state.isSettled && state.isComplete && (
            <EmptyState title="Nothing in these days">Choose other days or clear the filters.</EmptyState>
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
                words={words ?? {}}
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
