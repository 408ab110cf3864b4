import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTenant } from '../../api/tenant.ts';
import { DateRange } from '../../kit/dates/date-range.tsx';
import { useSearchParam } from '../../kit/list/search-param.ts';
import { rangeOf, withTimes, type Range } from '../../kit/dates/ranges.ts';
import type { Report } from '../../domain/collections/report-list.ts';
import { useToday } from '../../session/today.ts';
import { useFilters, FieldFilters } from '../../kit/form/field-filters.tsx';

export interface Question {
  range: Range;
  /** The query's words besides the range; null when the address asks for something that cannot be asked for. */
  fields: Readonly<Record<string, unknown>> | null;
  problems: Record<string, string>;
}

const takesTimes = (report: Report): boolean => report.kind === 'dateTime';

/** What the address asks the service for. */
export function useQuestion(report: Report): Question {
  const { product } = useTenant();
  const [query] = useSearchParams();
  const days = rangeOf(query, useToday(), report.direction);
  const range = takesTimes(report) ? withTimes(days, query) : days;
  const { given, problems } = useFilters(report.filters);
  const isAllProducts = query.get('product') === 'all';
  const isAskable = !range.problem && Object.keys(problems).length === 0;
  const said = JSON.stringify({
    ...given,
    ...(report.product === 'query' && !isAllProducts ? { Product: product } : {}),
  });
  const fields = useMemo(
    () => (isAskable ? (JSON.parse(said) as Readonly<Record<string, unknown>>) : null),
    [said, isAskable],
  );
  return { range, fields, problems };
}

/** Range, product and the filters that the service takes. */
export function QuestionBar({ report, problems }: { report: Report; problems: Record<string, string> }) {
  const { product } = useTenant();
  const [products, setProducts] = useSearchParam('product');
  return (
    <Stack spacing={1.5} data-screen>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
        <DateRange direction={report.direction} hasTimes={takesTimes(report)} />
        {report.product === 'query' && (
          <ChoiceOfProduct
            product={product}
            isAll={products === 'all'}
            onAll={(all) => setProducts(all ? 'all' : '')}
          />
        )}
      </Stack>
      {report.filters.length > 0 && <FieldFilters fieldNames={report.filters} problems={problems} />}
    </Stack>
  );
}

function ChoiceOfProduct({ product, isAll, onAll }: { product: string; isAll: boolean; onAll(all: boolean): void }) {
  return (
    <TextField
      select
      label="Products"
      value={isAll ? 'all' : 'this'}
      onChange={(event) => onAll(event.target.value === 'all')}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      sx={{ minWidth: 130 }}
    >
      <option value="this">{product}</option>
      <option value="all">All products</option>
    </TextField>
  );
}
