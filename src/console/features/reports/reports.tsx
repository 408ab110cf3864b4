import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { lazy, Suspense, type ReactNode } from 'react';
import { Link, Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom';
import { links, withQuery } from '../../domain/links.ts';
import { isReportName, reportNames, reportOf, type ReportName } from '../../domain/collections/report-list.ts';
import { Skeletons } from '../../kit/ui/states.tsx';
import { HeldView, useHeldView } from './use-report.ts';
import { useTenant } from '../../api/tenant.ts';
import { ReportPage } from './report-page.tsx';

const ReportCompare = lazy(async () => ({ default: (await import('./compare.tsx')).ReportCompare }));

const reports = reportNames.map(reportOf);

/** Every report in one row; the range and the filters that it has too go along: one range for the whole look-around. */
function ReportTabs({ name }: { name: ReportName }) {
  const { href } = useTenant();
  const [query] = useSearchParams();
  return (
    <Tabs value={name} aria-label="Reports" variant="scrollable" scrollButtons="auto" data-screen>
      {reports.map((it) => {
        const along = ['range', 'from', 'to', 'from-time', 'to-time', 'compare', ...it.filters].map(
          (fieldName) => [fieldName, query.get(fieldName)] as const,
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

/** What narrows one report, on whichever of its pages. */
const OneReport = ({ children }: { children: ReactNode }) => <HeldView value={useHeldView()}>{children}</HeldView>;

/** Reports by name; without one, the transactions. With `compare` in the address, two ranges side by side. */
export function Reports() {
  const { name } = useParams();
  const { href, merchant, product } = useTenant();
  const { search } = useLocation();
  const [query] = useSearchParams();
  if (!isReportName(name)) return <Navigate to={href(links.reports('transactions')) + search} replace />;
  const key = `${name} ${merchant} ${product}`;
  const tabs = <ReportTabs name={name} />;
  return (
    <OneReport key={key}>
      {query.has('compare') ? (
        <Suspense fallback={<Skeletons rows={8} />}>
          <ReportCompare name={name} tabs={tabs} />
        </Suspense>
      ) : (
        <ReportPage name={name} tabs={tabs} />
      )}
    </OneReport>
  );
}
