import { styled } from '@mui/material/styles';
import { createContext, useMemo, useState, type ReactNode } from 'react';
import { FilteredBy } from '#kit/ui/paper.tsx';
import { oneLine } from './one-line.ts';

/** Elements of the bar that the rows below fill: their order on a phone, statuses with counts, and the menu. */
export const BarSlots = createContext<
  { sort: HTMLElement | null; statuses: HTMLElement | null; end: HTMLElement | null } | undefined
>(undefined);

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'start',
  gap: 8,
  minWidth: 0,
  '& > search': { flex: '0 1 260px', minWidth: 160 },
  '& > [data-pills]': { display: 'flex', flex: '1 1 0', flexWrap: 'wrap', gap: 8, alignItems: 'center', minWidth: 0 },
  '& [data-sort]': { display: 'none' },
  // They load late: a second line would move the rows.
  '& [data-statuses]': {
    ...oneLine,
    display: 'flex',
    flex: '1 1 140px',
    gap: 8,
    width: 'auto',
    minWidth: 0,
    minHeight: 44,
    marginBlock: -4,
    scrollbarWidth: 'none',
  },
  // The menu comes with the rows.
  '& > [data-end]': { display: 'flex', gap: 8, alignItems: 'center', minWidth: 36, minHeight: 36, marginLeft: 'auto' },
  [theme.breakpoints.down('sm')]: {
    flexWrap: 'wrap',
    gap: '4px 8px',
    '& > search': { flex: '1 1 0' },
    '& > [data-pills]': { ...oneLine, order: 1, flex: '0 0 auto', marginBlock: -4 },
    '& > [data-pills]:not(:has(> :not([data-slot]), > [data-slot] > *, > [data-held]))': { display: 'none' },
    '& [data-sort], & [data-statuses]': { display: 'contents' },
    // The order comes with the rows, which must not move then.
    '& [data-held]:empty': { display: 'block', minHeight: 44 },
    '& > [data-end]': { minWidth: 44, minHeight: 44 },
  },
}));

/** Above the rows of a list, report or desk: the search, pills that filter, and the menu of the rest, in one line. */
export function FilterBar(props: {
  search?: ReactNode;
  filters?: ReactNode;
  /** The rows below add their statuses. */
  hasStatuses?: boolean;
  /** On a phone the rows below add their order. */
  hasSort?: boolean;
  /** The controls' settings as text, on paper. */
  filteredBy?: readonly (readonly [label: string, value: string])[];
  end?: ReactNode;
  children?: ReactNode;
}) {
  const { search, filters, hasStatuses, hasSort, filteredBy, children } = props;
  const [sort, setSort] = useState<HTMLElement | null>(null);
  const [statuses, setStatuses] = useState<HTMLElement | null>(null);
  const [end, setEnd] = useState<HTMLElement | null>(null);
  const slots = useMemo(() => ({ sort, statuses, end }), [sort, statuses, end]);
  return (
    <BarSlots value={slots}>
      <Bar data-screen="">
        {search && <search>{search}</search>}
        <div data-pills="">
          {filters}
          <span ref={setSort} data-slot="" data-sort="" data-held={hasSort ? '' : undefined} />
          {hasStatuses && <span ref={setStatuses} data-slot="" data-statuses="" />}
        </div>
        <div ref={setEnd} data-end="">
          {props.end}
        </div>
      </Bar>
      <FilteredBy list={filteredBy} />
      {children}
    </BarSlots>
  );
}
