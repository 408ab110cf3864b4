import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import type { Report } from '#console/domain/collections/report-list.ts';
import { fieldOf } from '#contract/fields.ts';
import { withTimes, type Range } from '#kit/dates/ranges.ts';
import { usePeriod } from '#kit/dates/use-date-range.ts';
import { useFilters } from '#kit/form/field-filters.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { EmptyState } from '#kit/ui/states.tsx';

export interface ReportQuery {
  range: Range;
  /** Null if the address is invalid. */
  fields: Readonly<Record<string, unknown>> | null;
  problems: Record<string, string>;
  /** Client and contract numbers are unique only within a product. */
  isOneProduct: boolean;
}

export const takesTimes = (report: Report): boolean => report.kind === 'dateTime';

export function useReportQuery(report: Report): ReportQuery {
  const { product } = useTenant();
  const [query] = useSearchParams();
  const { range: days } = usePeriod(report.direction);
  const range = takesTimes(report) ? withTimes(days, query) : days;
  const { given, problems } = useFilters(report.filters);
  const isAllProducts = query.get('product') === 'all';
  const isAskable = !range.problem && Object.keys(problems).length === 0;
  const fieldsText = JSON.stringify({
    ...given,
    ...(report.product === 'query' && !isAllProducts ? { Product: product } : {}),
  });
  const fields = useMemo(
    () => (isAskable ? (JSON.parse(fieldsText) as Readonly<Record<string, unknown>>) : null),
    [fieldsText, isAskable],
  );
  const isOneProduct = report.product === 'path' || (report.product === 'query' && !isAllProducts);
  return { range, fields, problems, isOneProduct };
}

/** Invalid filters, or a range that no report can have. */
export function ProblemList({ query: { problems, range } }: { query: ReportQuery }) {
  const list = Object.entries(problems);
  if (list.length === 0) return <EmptyState title="Check the dates">{range.problem}</EmptyState>;
  return (
    <Notice tone="warning" title="Nothing is shown until this is corrected">
      {list.map(([fieldName, problem]) => (
        <div key={fieldName}>
          {fieldOf(fieldName)?.label ?? fieldName}: {problem}
        </div>
      ))}
    </Notice>
  );
}
