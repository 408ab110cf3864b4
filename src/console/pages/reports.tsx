import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { lazy, Suspense } from 'react';
import { Link, Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom';
import { links, withQuery } from '../links.ts';
import { isReportName, reportNames, reportOf, type ReportName } from '../parts/report-list.ts';
import { Skeletons } from '../parts/states.tsx';
import { usePlace } from '../place.ts';
import { ReportPage } from './reports/report-page.tsx';

const ReportCompare = lazy(async () => ({ default: (await import('./reports/compare.tsx')).ReportCompare }));

const reports = reportNames.map(reportOf);

/** Every report in one row; the range and the filters that it has too go along: one range for the whole look-around. */
function ReportTabs({ name }: { name: ReportName }) {
  const { href } = usePlace();
  const [query] = useSearchParams();
  return (
    <Tabs value={name} aria-label="Reports" variant="scrollable" scrollButtons="auto" data-screen>
      {reports.map((it) => {
        const along = ['range', 'from', 'to', 'from-time', 'to-time', 'compare', ...it.filters].map(
          (word) => [word, query.get(word)] as const,
        );
        return (
          <Tab
            key={it.name}
            value={it.name}
            label={it.title}
            sx={{ maxWidth: 'none', whiteSpace: 'nowrap' }}
            component={Link}
            to={href(withQuery(links.reports(it.name), Object.fromEntries(along)))}
          />
        );
      })}
    </Tabs>
  );
}

/** Reports by name; without one, the transactions. With `compare` in the address, two ranges side by side. */
export function Reports() {
  const { name } = useParams();
  const { href, merchant, product } = usePlace();
  const { search } = useLocation();
  const [query] = useSearchParams();
  if (!isReportName(name)) return <Navigate to={href(links.reports('transactions')) + search} replace />;
  const key = `${name} ${merchant} ${product}`;
  const tabs = <ReportTabs name={name} />;
  if (!query.has('compare')) return <ReportPage key={key} name={name} tabs={tabs} />;
  return (
    <Suspense fallback={<Skeletons rows={8} />}>
      <ReportCompare key={key} name={name} tabs={tabs} />
    </Suspense>
  );
}
