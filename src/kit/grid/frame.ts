import { styled } from '@mui/material/styles';
import { rowHeight } from './window.ts';

const arrowInLine = { position: 'static', margin: '0 4px', padding: 0 } as const;

/** The selector of headers' sort arrows: on the inner side of the label, so that a label keeps to the edge of its column. */
const sortArrows = (buttonState = '', sort = '') =>
  `& th${sort}[data-align=left] button${buttonState}::after, & th${sort}[data-align=right] button${buttonState}::before`;

/**
 * All grid styles in one styled component with plain elements inside: a styled component per cell costs half a second
 * over two hundred screens. The elements are in `table.tsx` and `line.tsx`, and what pages render in cells; they say by `data-`
 * attributes what they are.
 */
export const GridFrame = styled('div')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  const arrowOverLabel = { position: 'absolute', background: palette.background.paper, padding: '0 4px' } as const;
  const line = `1px solid ${palette.divider}`;
  return {
    overflow: 'auto',
    // Header and totals are both visible, and a line below the grid, if the list reserves space for it (`--grid-below`).
    maxHeight: 'max(320px, 40dvh, calc(100dvh - var(--grid-top, 260px) - var(--grid-below, 24px)))',
    '&[data-short]': { maxHeight: 'none' },
    border: line,
    borderRadius: 8,
    background: palette.background.paper,
    // A grid in a card uses the card's border.
    '[data-card] &': { marginInline: -16, borderWidth: '1px 0', borderRadius: 0 },
    '[data-card] > &:last-child, [data-card] > div:last-child > &:last-child': {
      marginBottom: -16,
      borderBottomWidth: 0,
      borderRadius: '0 0 8px 8px',
    },
    overscrollBehaviorX: 'contain',
    '& table': { width: '100%', tableLayout: 'fixed', borderCollapse: 'separate', borderSpacing: 0 },
    '& th, & td': {
      boxSizing: 'border-box',
      height: rowHeight(),
      padding: '0 12px',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      textAlign: 'left',
      borderBottom: line,
      background: palette.background.paper,
    },
    '& [data-align=right]': { textAlign: 'right' },
    // Only where figures align: figures of equal width come with wider hyphens in names and numbers.
    '& [data-align=right], & [data-figures]': { fontVariantNumeric: 'tabular-nums' },
    '& th': {
      position: 'sticky',
      top: 0,
      zIndex: 2,
      color: palette.text.secondary,
      fontSize: '0.8125rem',
      fontWeight: 600,
    },
    // Aligned with the text of the buttons below it.
    '& th[data-actions]': { paddingRight: 20 },
    '& td .MuiButton-root': { minHeight: 28 },
    '& th button': {
      all: 'unset',
      boxSizing: 'border-box',
      maxWidth: '100%',
      minHeight: 24,
      lineHeight: '24px',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      cursor: 'pointer',
      verticalAlign: 'middle',
    },
    // Without using width, until the column is sorted.
    [sortArrows(':hover')]: { content: '"↕" / ""', ...arrowOverLabel },
    [sortArrows(':focus-visible')]: { content: '"↕" / ""', ...arrowOverLabel },
    [sortArrows('', '[aria-sort=ascending]')]: { content: '"↑" / ""', ...arrowInLine },
    [sortArrows('', '[aria-sort=descending]')]: { content: '"↓" / ""', ...arrowInLine },
    // The first cell identifies the row: it stays when the others scroll.
    '& tr > :first-of-type': { position: 'sticky', left: 0, zIndex: 1 },
    '& thead tr > :first-of-type': { zIndex: 3 },
    [theme.breakpoints.up('md')]: {
      '&:has([data-actions])': { '--grid-right': 'var(--grid-actions)' },
      '& [data-actions]': { position: 'sticky', right: 0, zIndex: 1, textOverflow: 'clip' },
      '& thead [data-actions]': { zIndex: 3 },
    },
    '& tfoot td': {
      position: 'sticky',
      bottom: 0,
      zIndex: 2,
      paddingBlock: 6,
      fontWeight: 600,
      borderTop: line,
      borderBottom: 0,
    },
    '& tfoot tr > :first-of-type': { zIndex: 3 },
    // A total that is wider than its column, over the first column as well.
    '& tfoot td:has(> [data-over])': { overflow: 'visible', zIndex: 4 },
    '& tr[data-to]': { cursor: 'pointer' },
    '& tbody tr:hover > td': {
      background: `color-mix(in srgb, ${palette.text.primary} 4%, ${palette.background.paper})`,
    },
    '& td a': { color: 'inherit', fontWeight: 500, textDecoration: 'none', textUnderlineOffset: '0.2em' },
    '& td a:is(:hover, :focus-visible), & tr[data-to]:hover > td:first-of-type > a': { textDecoration: 'underline' },
    '& td small': { color: palette.text.secondary, fontSize: '0.8125rem', fontWeight: 400 },
    '& td [data-name]': {
      display: 'inline-block',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      verticalAlign: 'bottom',
    },
    // What the box that selects a row takes of the cell: a name in it is narrower by as much.
    '& td:has(> [role=checkbox])': { '--box': '40px' },
    '& [data-column] > a:focus-visible': { outline: 'none' },
    '& [data-column]:focus-visible, & [data-column]:has(> a:focus-visible), & [data-column] button:focus-visible': {
      outline: `2px solid ${palette.primary.main}`,
      outlineOffset: -2,
      borderRadius: 4,
    },
    '& table[aria-busy=true] tbody': { opacity: 0.7 },
    '& [data-skeleton]': {
      display: 'block',
      width: '70%',
      height: 10,
      borderRadius: 5,
      background: `color-mix(in srgb, ${palette.text.primary} 6%, transparent)`,
    },
  };
});
