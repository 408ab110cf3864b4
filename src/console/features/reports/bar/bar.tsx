import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { productName, useTenant } from '#console/api/tenant.ts';
import type { Report } from '#console/domain/collections/report-list.ts';
import { useSearchParam } from '#kit/address/address.ts';
import { labelOf } from '#kit/data-grid/filters.ts';
import { PeriodPill } from '#kit/dates/period-pill.tsx';
import { SearchBox } from '#kit/form/search-box.tsx';
import { FilterBar } from '#kit/list/filter-bar.tsx';
import { PillMenu } from '#kit/list/pill.tsx';
import { MenuItems } from '#kit/ui/menu.tsx';
import type { ReportSource, View } from '#report-engine/protocol.ts';
import { GroupByPicker } from '../groups/group-by.tsx';
import { takesTimes, type ReportQuery } from '../report-query.tsx';
import { MoreFilters } from './more-filters.tsx';

/** One line: the search, then what the report is about. */
export function ReportBar(props: {
  report: Report;
  query: ReportQuery;
  /** Null until there is one. */
  source?: ReportSource | null;
  view?: View;
  onView?(view: View): void;
  /** The chips of what is filtered. */
  children: ReactNode;
  end?: ReactNode;
}) {
  const { report, source, view, onView, children } = props;
  const { problems, range } = props.query;
  return (
    <>
      <FilterBar
        search={
          view &&
          onView && (
            <SearchBox
              label="Search this report"
              value={view.search}
              onSearch={(search) => onView({ ...view, search })}
            />
          )
        }
        filters={
          <>
            <PeriodPill direction={report.direction} hasTimes={takesTimes(report)} />
            {report.product === 'query' && <Product hasJoins={report.joined.length > 0} />}
            {children}
            {view && <GroupByPicker report={report} />}
            {view && onView && <SortOnPhone report={report} view={view} onView={onView} />}
            {report.filters.length > 0 && (
              <MoreFilters
                report={report}
                problems={problems}
                shown={source && view && onView ? { source, view, onView } : undefined}
              />
            )}
          </>
        }
        end={props.end}
      />
      {range.notice && (
        <Box role="status" sx={{ color: 'warning.main', fontSize: '0.8125rem' }}>
          {range.notice}
        </Box>
      )}
    </>
  );
}

function Product({ hasJoins }: { hasJoins: boolean }) {
  const { product } = useTenant();
  const [products, setProducts] = useSearchParam('product');
  const isAll = products === 'all';
  return (
    <PillMenu name="Product" value={isAll ? 'All' : productName(product)}>
      {(close) => (
        <>
          <MenuItems
            label="Product"
            groups={[
              [
                { label: productName(product), isChecked: !isAll, act: () => setProducts('') },
                { label: 'All products', isChecked: isAll, act: () => setProducts('all') },
              ],
            ]}
            close={close}
          />
          {hasJoins && (
            <Box sx={{ p: 1.25, color: 'text.secondary', fontSize: '0.8125rem' }}>
              Client names and unpaid reasons are shown for one product at a time.
            </Box>
          )}
        </>
      )}
    </PillMenu>
  );
}

/** Cards have no headers to sort by. */
function SortOnPhone({ report, view, onView }: { report: Report; view: View; onView(view: View): void }) {
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  if (!isPhone) return null;
  const { sort } = view;
  const shown = report.columns.filter((it) => !report.hidden.includes(it.fieldName));
  const by = shown.find((it) => it.fieldName === sort?.fieldName);
  const items = shown.flatMap((it) =>
    [false, true].map((isDescending) => ({
      label: `${labelOf(it)}, ${isDescending ? 'descending' : 'ascending'}`,
      isChecked: sort?.fieldName === it.fieldName && sort.isDescending === isDescending,
      act: () => onView({ ...view, sort: { fieldName: it.fieldName, isDescending } }),
    })),
  );
  return (
    <PillMenu name="Sort by" value={by ? labelOf(by) : 'Default order'}>
      {(close) => (
        <MenuItems
          label="Sort by"
          groups={[[{ label: 'Default order', isChecked: !sort, act: () => onView({ ...view, sort: null }) }], items]}
          close={close}
        />
      )}
    </PillMenu>
  );
}
