import { lazy, Suspense, type ReactNode } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { isReportName } from '#console/domain/collections/report-list.ts';
import { links } from '#console/domain/links.ts';
import { Redirect } from '#console/kit/address/redirect.tsx';
import { Skeletons } from '#console/kit/ui/states.tsx';
import { ReportPage } from './report-page.tsx';
import { PrivateFiltersContext, usePrivateFilters } from './use-report.ts';

const ReportCompare = lazy(async () => ({ default: (await import('./compare.tsx')).ReportCompare }));

/** Keeps filters that can't be in the address across a report's pages. */
const OneReport = ({ children }: { children: ReactNode }) => (
  <PrivateFiltersContext value={usePrivateFilters()}>{children}</PrivateFiltersContext>
);

/** With `compare` in the address, two ranges. */
export function Reports() {
  const { name } = useParams();
  const { href, merchant, product } = useTenant();
  const { search } = useLocation();
  const [query] = useSearchParams();
  if (!isReportName(name)) return <Redirect to={href(links.reports('transactions')) + search} />;
  return (
    <OneReport key={`${name} ${merchant} ${product}`}>
      {query.has('compare') ? (
        <Suspense fallback={<Skeletons rows={8} />}>
          <ReportCompare name={name} />
        </Suspense>
      ) : (
        <ReportPage name={name} />
      )}
    </OneReport>
  );
}
