import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useId, useState } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import type { Report } from '#console/domain/collections/report-list.ts';
import { useAddress, useSearchParam } from '#console/kit/address/address.ts';
import { DateRange } from '#console/kit/dates/date-range.tsx';
import { PlainSelect } from '#console/kit/form/plain-field.tsx';
import { SearchBox } from '#console/kit/form/search-box.tsx';
import type { View } from '#console/report-engine/protocol.ts';
import { GroupBySelect } from '../groups/group-by.tsx';
import { takesTimes } from '../report-query.tsx';
import { MoreFilters } from './more-filters.tsx';
import { ReportMenu } from './report-menu.tsx';

export function ReportBar({
  report,
  problems,
  view,
  onView,
}: {
  report: Report;
  problems: Record<string, string>;
  view?: View;
  onView?(view: View): void;
}) {
  const id = useId();
  const [query] = useAddress();
  const [isOpen, setOpen] = useState(false);
  const set = ['product', 'group', 'find', ...report.filters].filter((it) => query.get(it)).length;
  return (
    <Stack
      direction="row"
      data-screen
      // Below the inputs' labels.
      sx={{
        flexWrap: 'wrap',
        columnGap: 1.5,
        rowGap: 1,
        alignItems: 'flex-start',
        '& > button, & > [data-filters] > button': { mt: 3 },
        '& > div, & > [data-filters] > div': { flexGrow: { xs: 1, sm: 0 } },
      }}
    >
      <ReportMenu report={report} />
      <Button
        variant="outlined"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        sx={{ display: { sm: 'none' } }}
      >
        {set > 0 ? `Filters (${set})` : 'Filters'}
      </Button>
      <DateRange direction={report.direction} hasTimes={takesTimes(report)} />
      <Box id={id} data-filters="" sx={{ display: { xs: isOpen ? 'contents' : 'none', sm: 'contents' } }}>
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
      </Box>
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
