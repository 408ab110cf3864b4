import type { ReactNode } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { isReportName } from '#console/domain/collections/report-list.ts';
import { links } from '#console/domain/links.ts';
import { Redirect } from '#kit/address/redirect.tsx';
import { later } from '#kit/ui/later.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { ReportPage } from './report-page.tsx';
import { PrivateFiltersContext, usePrivateFilters } from './use-report.ts';

const ReportCompare = later(async () => (await import('./compare.tsx')).ReportCompare);

/** Keeps filters that can't be in the address across a report's pages. */
const OneReport = ({ children }: { children: ReactNode }) => (
  <PrivateFiltersContext value={usePrivateFilters()}>{children}</PrivateFiltersContext>
);

/** With `compare` in the address, two ranges. */
export function ReportsPage() {
  const { name } = useParams();
  const { href, merchant, product } = useTenant();
  const { search } = useLocation();
  const [query] = useSearchParams();
  if (!isReportName(name)) return <Redirect to={href(links.reports('transactions')) + search} />;
  return (
    <OneReport key={`${name} ${merchant} ${product}`}>
      {query.has('compare') ? (
        <ReportCompare meanwhile={<Skeletons rows={8} />} name={name} />
      ) : (
        <ReportPage name={name} />
      )}
    </OneReport>
  );
}
