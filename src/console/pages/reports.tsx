import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { Link, Navigate, useLocation, useParams } from 'react-router-dom';
import { fieldOf } from '../../contract/fields.ts';
import { operations, type Input } from '../../contract/operations.ts';
import { toCents } from '../../rules/money.ts';
import { useRead } from '../api.ts';
import { links } from '../links.ts';
import { DateRange, useRange } from '../parts/date-range.tsx';
import { Grid } from '../parts/grid.tsx';
import { useUrlSort } from '../parts/grid-sort.ts';
import { MoneyText } from '../parts/money-text.tsx';
import { Page } from '../parts/page.tsx';
import { isReportName, reportNames, reportOf, type Report, type ReportName } from '../parts/report-list.ts';
import { EmptyState } from '../parts/states.tsx';
import { useFilters, WordFilters } from '../parts/word-filters.tsx';
import { usePlace } from '../place.ts';

type Row = Record<string, unknown>;
type Numbered = Row & { position: number };

/** The sum of a column in whole cents: a sum of floats drifts. Undefined when an amount is no whole cents. */
function sumOf(rows: readonly Row[], word: string): number | undefined {
  let sum = 0;
  for (const row of rows) {
    const value = row[word] ?? 0;
    const cents = typeof value === 'number' ? toCents(value) : undefined;
    if (cents === undefined) return undefined;
    sum += cents;
  }
  return Number.isSafeInteger(sum) ? sum : undefined;
}

function ContractLink({ sequence }: { sequence: unknown }) {
  const { href } = usePlace();
  return typeof sequence === 'number' ? <Link to={href(links.contract(sequence))}>{sequence}</Link> : null;
}

/** One page for every report: filters and columns are what the contract lists. The address is the query. */
function ReportPage({ name }: { name: ReportName }) {
  const { href, product } = usePlace();
  const { search } = useLocation();
  const report = useMemo(() => reportOf(name), [name]);
  const { problem, ...range } = useRange(report.kind);
  const { given, problems } = useFilters(report.filters);
  const sort = useUrlSort();

  const isAskable = !problem && Object.keys(problems).length === 0;
  const input = { ...range, ...given, ...(report.takesProduct ? { Product: product } : {}) };
  // The words were read from the address by the contract itself, which the type of one report cannot say.
  const read = useRead<Report>(report.operation, isAskable ? (input as Input<Report>) : null);
  const records: readonly Row[] | undefined = isAskable ? read.data?.records : undefined;
  const rows = useMemo(() => (records ?? []).map((record, position): Numbered => ({ ...record, position })), [records]);

  const columns = useMemo(
    () =>
      report.columns.map((word) =>
        word === 'ContractSequence' ? { word, cell: (row: Row) => <ContractLink sequence={row[word]} /> } : { word },
      ),
    [report],
  );
  const totals = useMemo(() => {
    const amounts = report.columns.filter((word) => fieldOf(word)?.input === 'amount');
    return Object.fromEntries(
      amounts.map((word) => {
        const cents = sumOf(rows, word);
        return [word, cents === undefined ? 'no sum' : <MoneyText key={word} cents={cents} />];
      }),
    );
  }, [report, rows]);
  const count = `${rows.length.toLocaleString('en-ZA')} ${rows.length === 1 ? 'record' : 'records'}`;

  return (
    <Page title={report.title}>
      <Tabs value={name} aria-label="Reports" variant="scrollable">
        {Object.entries(reportNames).map(([key, operation]) => (
          // Range and filters go along: one range for the whole look-around (features, B18).
          <Tab
            key={key}
            value={key}
            label={operations[operation].summary}
            component={Link}
            to={href(links.reports(key)) + search}
          />
        ))}
      </Tabs>
      <DateRange />
      <WordFilters words={report.filters} problems={problems} />
      <Typography
        component="output"
        color="textSecondary"
        sx={{ display: 'block', fontVariantNumeric: 'tabular-nums' }}
      >
        {records ? count : isAskable && read.isFetching ? 'Loading…' : '\u00a0'}
      </Typography>
      <Grid<Numbered>
        label={report.title}
        rows={rows}
        columns={columns}
        status={{ loading: isAskable && read.isFetching, error: read.error, retry: () => void read.refetch() }}
        empty={
          <EmptyState title={isAskable ? 'Nothing in these days' : 'Nothing was asked for'}>
            {isAskable ? 'Choose other days or clear the filters.' : 'Put right what is marked above.'}
          </EmptyState>
        }
        rowKey={(row) => row.position}
        sort={sort}
        totals={Object.keys(totals).length > 0 ? { [report.columns[0] ?? '']: count, ...totals } : undefined}
      />
    </Page>
  );
}

/** Reports by name; without one, the transactions. */
export function Reports() {
  const { name } = useParams();
  const { href } = usePlace();
  const { search } = useLocation();
  if (!isReportName(name)) return <Navigate to={href(links.reports('transactions')) + search} replace />;
  return <ReportPage key={name} name={name} />;
}
