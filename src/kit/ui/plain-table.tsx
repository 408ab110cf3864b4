import { styled } from '@mui/material/styles';
import type { ComponentProps, ReactNode } from 'react';

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { height: 32, padding: '4px 0 4px 12px', fontWeight: 'inherit', textAlign: 'left' },
  '& :is(th, td):first-child': { paddingLeft: 0 },
  '& tbody > tr > *, & tfoot > tr > *': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& > thead th': {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    background: theme.vars.palette.background.paper,
    color: theme.vars.palette.text.secondary,
    fontSize: '0.8125rem',
    fontWeight: 600,
  },
  '& tfoot': { fontWeight: 600 },
  '& td a:not(:hover, :focus-visible), & th a:not(:hover, :focus-visible)': { textDecoration: 'none' },
  '& tr[data-part] > th': { paddingLeft: 28 },
  '& small': { display: 'block', color: theme.vars.palette.text.secondary, fontSize: '0.75rem' },
  '& [data-number], &[data-figures] :is(th, td):not(:first-child)': { textAlign: 'right', whiteSpace: 'nowrap' },
  [theme.breakpoints.up('sm')]: { '& [data-narrow]': { display: 'none' } },
  [theme.breakpoints.down('sm')]: {
    '& [data-wide]': { display: 'none' },
    '& [data-narrow]': { fontWeight: 400, whiteSpace: 'normal' },
    '& tr[data-part] > th': { paddingLeft: 12 },
    '&[data-cards], &[data-cards] > tbody': { display: 'block' },
    '&[data-cards] > thead': { display: 'none' },
    // As the cards of lists (src/kit/grid/narrow/cards.tsx).
    '&[data-cards] > tbody > tr': {
      display: 'flex',
      flexWrap: 'wrap',
      gap: '2px 14px',
      marginBottom: 8,
      padding: '10px 12px',
      border: `1px solid ${theme.vars.palette.divider}`,
      borderRadius: 8,
      overflowWrap: 'anywhere',
      '& > *': { height: 'auto', padding: 0, border: 0 },
      '& > :empty': { display: 'none' },
      '& > th': { flex: '1 0 100%', order: -1, fontWeight: 600 },
      '& > th > *': { fontWeight: 400 },
      '& small': { display: 'inline', marginLeft: 4 },
    },
  },
}));

const Scroll = styled('div')({ overflow: 'auto' });

interface TableFrameProps extends ComponentProps<typeof Table> {
  label: string;
  /** All columns but the first are numbers. */
  hasFigures?: boolean;
  /** Pixels. The table scrolls beyond this height and is focusable by keyboard. */
  maxHeight?: number | 'none';
  /** On phones each row is a card. */
  hasCards?: boolean;
}

/** A small table. Use the grid for hundreds of rows or for sorting. */
export function TableFrame({ label, hasFigures = false, hasCards = false, maxHeight, ...table }: TableFrameProps) {
  const marks = { 'data-figures': hasFigures ? '' : undefined, 'data-cards': hasCards ? '' : undefined };
  const content = <Table aria-label={label} {...marks} {...table} />;
  if (maxHeight === undefined) return content;
  return (
    <Scroll role="group" tabIndex={0} aria-label={label} style={{ maxHeight }}>
      {content}
    </Scroll>
  );
}

export interface PlainColumn {
  label: string;
  isHead?: boolean;
  isNumber?: boolean;
  /** Hidden on phones. */
  isWide?: boolean;
}

export function PlainTable(
  props: Omit<TableFrameProps, 'children' | 'hasFigures'> & {
    columns: readonly PlainColumn[];
    rows: readonly { key: string | number; cells: readonly ReactNode[] }[];
  },
) {
  const { columns, rows, ...frame } = props;
  const marks = ({ isNumber, isWide }: PlainColumn) => ({
    'data-number': isNumber ? '' : undefined,
    'data-wide': isWide ? '' : undefined,
  });
  return (
    <TableFrame {...frame}>
      <thead>
        <tr>
          {columns.map((it) => (
            <th key={it.label} scope="col" {...marks(it)}>
              {it.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {columns.map((it, at) =>
              it.isHead ? (
                <th key={it.label} scope="row">
                  {cells[at]}
                </th>
              ) : (
                <td key={it.label} {...marks(it)}>
                  {cells[at]}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
