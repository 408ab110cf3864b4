import { styled } from '@mui/material/styles';
import { createContext, useMemo, useState, type ReactNode } from 'react';
import { FilteredBy } from '#kit/ui/paper.tsx';
import { useFolded, whileFolded } from './folded.tsx';

/** Elements of the bar that the rows below fill: their order on a phone, and their actions. */
export const BarSlots = createContext<{ sort: HTMLElement | null; end: HTMLElement | null } | undefined>(undefined);

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 12,
  alignItems: 'end',
  '& > search': { flex: '1 1 180px', maxWidth: 480, minWidth: 0 },
  '& > div': { display: 'contents' },
  '& [data-sort], & [data-fold]': { display: 'none' },
  // Reserves the space of the later buttons, so that nothing moves.
  '& [data-end]': {
    minWidth: 331,
    display: 'flex',
    gap: 8,
    justifyContent: 'flex-end',
    minHeight: 36,
    marginInlineStart: 'auto',
  },
  // Without the labels above, and folded but for the order.
  [theme.breakpoints.down('sm')]: {
    '& [data-fold]': { display: 'inline-flex' },
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 4,
    '& > search': { maxWidth: 'none' },
    '& label:not([popover] *, dialog *)': {
      position: 'absolute',
      width: 1,
      height: 1,
      margin: 0,
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
    // Positioned, for hidden text inside.
    '& > div': {
      position: 'relative',
      display: 'flex',
      flexWrap: 'wrap',
      gap: 8,
      alignItems: 'start',
      padding: '4px 0',
      [whileFolded]: { display: 'none' },
    },
    '& > div > *': { flex: '1 1 140px', minWidth: 0 },
    '& > div > [data-fold]': { flex: 'none', minHeight: 44 },
    // Filters begin below it.
    '& [data-sort]': { display: 'block', flex: '1 0 calc(100% - 190px)', height: 44 },
    '& [data-end]': { flex: '1 0 100%', flexWrap: 'wrap', justifyContent: 'start', minWidth: 0, marginInlineStart: 0 },
  },
}));

/** The search, filters and actions of a list, above its rows: one line, on a phone two. */
export function FilterBar(props: {
  search: ReactNode;
  filters?: ReactNode;
  /** The controls' settings as text, on paper. */
  filteredBy?: readonly (readonly [label: string, value: string])[];
  end?: ReactNode;
  children: ReactNode;
}) {
  const [sort, setSort] = useState<HTMLElement | null>(null);
  const [end, setEnd] = useState<HTMLElement | null>(null);
  const { line, fold } = useFolded(props.filters ? 'Filters and more' : 'View and export');
  const slots = useMemo(() => ({ sort, end }), [sort, end]);
  return (
    <BarSlots value={slots}>
      <Bar data-screen="">
        <search>{props.search}</search>
        <div {...line}>
          {fold}
          <span ref={setSort} data-sort="" />
          {props.filters}
          <div ref={setEnd} data-end="">
            {props.end}
          </div>
        </div>
      </Bar>
      <FilteredBy list={props.filteredBy} />
      {props.children}
    </BarSlots>
  );
}
