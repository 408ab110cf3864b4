import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useTenant } from '../../../api/tenant.ts';
import type { Report } from '../../../domain/collections/report-list.ts';
import { DateRange } from '../../../kit/dates/date-range.tsx';
import { PlainSelect } from '../../../kit/form/plain-field.tsx';
import { SearchBox } from '../../../kit/form/search-box.tsx';
import { useSearchParam } from '../../../kit/address/address.ts';
import type { View } from '../../../report-engine/protocol.ts';
import { GroupBySelect } from '../groups/group-by.tsx';
import { takesTimes } from '../question.tsx';
import { MoreFilters } from './more-filters.tsx';
import { ReportMenu } from './report-menu.tsx';

/** Everything that says what a report shows, in one row: which report, of which days, of what, how put together. */
export function ReportBar({
  report,
  problems,
  view,
  onView,
}: {
  report: Report;
  problems: Record<string, string>;
  /** Without it, there are no rows to search or to group. */
  view?: View;
  onView?(view: View): void;
}) {
  return (
    <Stack
      direction="row"
      data-screen
      // Buttons stand beside the fields, which have their names above.
      sx={{
        flexWrap: 'wrap',
        columnGap: 1.5,
        rowGap: 1,
        alignItems: 'flex-start',
        '& > button': { mt: 3 },
        '& > div': { flexGrow: { xs: 1, sm: 0 } },
      }}
    >
      <ReportMenu report={report} />
      <DateRange direction={report.direction} hasTimes={takesTimes(report)} />
      {report.product === 'query' && <Products />}
      {view && <GroupBySelect report={report} />}
      {view && onView && (
        <Box sx={{ flex: '1 1 200px !important', maxWidth: { sm: 300 } }}>
          <SearchBox
            label="Search this report"
            value={view.search}
            onSearch={(search) => onView({ ...view, search })}
          />
        </Box>
      )}
      {report.filters.length > 0 && <MoreFilters fieldNames={report.filters} problems={problems} />}
    </Stack>
  );
}

function Products() {
  const { product } = useTenant();
  const [products, setProducts] = useSearchParam('product');
  return (
    <PlainSelect
      label="Products"
      value={products === 'all' ? 'all' : 'this'}
      onChange={(event) => setProducts(event.target.value === 'all' ? 'all' : '')}
    >
      <option value="this">{product}</option>
      <option value="all">All products</option>
    </PlainSelect>
  );
}
