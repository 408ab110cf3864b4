import { styled } from '@mui/material/styles';
import { rowHeight } from '#kit/grid/window.ts';

export const SourceFrame = styled('div')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  const aside = {
    all: 'unset',
    boxSizing: 'border-box',
    position: 'absolute',
    width: 24,
    height: 24,
    borderRadius: 4,
    textAlign: 'center',
    lineHeight: '24px',
    cursor: 'pointer',
    color: palette.text.secondary,
    background: palette.background.paper,
    opacity: 0,
  } as const;
  return {
    position: 'relative',
    minWidth: 0,
    // Blocks instead of a table: a text change then lays out only its row. The columns are --columns.
    '& table, & thead, & tbody, & tfoot, & th, & td': { display: 'block' },
    // Scroll anchoring would follow a row that is reused in the next frame.
    '& table': { overflowAnchor: 'none' },
    '& colgroup': { display: 'none' },
    '& tr': { display: 'grid', gridTemplateColumns: 'var(--columns)', height: rowHeight() },
    '& tbody[aria-hidden] tr': { display: 'block', height: 'auto' },
    '& tr[aria-rowindex]': { contain: 'layout style' },
    '& tbody tr[aria-rowindex]': { contain: 'strict' },
    '& th, & td': { lineHeight: `${rowHeight() - 1}px` },
    '& thead, & tfoot': { position: 'sticky', zIndex: 3 },
    '& thead': { top: 0 },
    '& tfoot': { bottom: 0 },
    '& th': { userSelect: 'none', position: 'relative', top: 'auto', zIndex: 0 },
    '& tfoot tr': { height: 'auto', minHeight: rowHeight() },
    '& tfoot td': { position: 'static', zIndex: 0, height: 'auto', paddingBlock: 0 },
    '& tbody td > small, & td > [data-lines] > small': { color: palette.text.secondary, fontSize: '0.8125rem' },
    // Two lines in a row's height.
    '& td > :is([data-long], [data-lines])': {
      display: '-webkit-inline-box',
      WebkitLineClamp: 2,
      WebkitBoxOrient: 'vertical',
      overflow: 'hidden',
      whiteSpace: 'normal',
      verticalAlign: 'middle',
      lineHeight: '14px',
      // Letters reach below the last line.
      paddingBottom: 1,
    },
    '& td > [data-long]': { fontSize: '0.8125rem' },
    // A name may be one long word.
    '& td > [data-lines]': { overflowWrap: 'anywhere' },
    '& tbody tr > :first-of-type': { paddingRight: 34 },
    // A count in the first column may extend over the empty cells to its right.
    '& tfoot tr > :first-of-type': { overflow: 'visible' },
    // Pinned cells are layers in every row, so they are pinned only if the columns don't fit.
    '& tr > :first-of-type:not([data-pin])': { position: 'relative' },
    '& [data-pin]': { position: 'sticky', zIndex: 1 },
    '& thead [data-pin], & tfoot [data-pin]': { position: 'sticky', zIndex: 3 },
    '& [data-pin=edge]': { borderRight: `1px solid ${palette.divider}` },
    '& tbody td[aria-selected=true], & tbody tr:hover > td[aria-selected=true]': {
      background: `color-mix(in srgb, ${palette.primary.main} 16%, ${palette.background.paper})`,
    },
    // Not an element: thousands would come and go while scrolling.
    '& tr[data-coming] > td::before': {
      content: '""',
      display: 'block',
      width: '70%',
      height: 12,
      marginTop: 12,
      borderRadius: 4,
      background: palette.action.hover,
    },
    // Without table layout the text is not centred vertically.
    '& [data-skeleton]': { marginTop: 12 },
    // On the inner side, like the arrow: a label keeps to the edge of its column.
    '& [data-aside=menu]': { ...aside, right: 8, top: 6 },
    '& [data-align=right] > [data-aside=menu]': { right: 'auto', left: 4 },
    '& [data-aside=details]': { ...aside, right: 4, top: 6 },
    '& [data-aside][data-on]': { opacity: 1, color: palette.primary.main },
    // Only the sort button has an arrow.
    '& [data-aside]::before, & [data-aside]::after': { display: 'none !important' },
    '& th:hover [data-aside], & th:focus-within [data-aside], & [data-aside]:hover, & [data-aside]:focus-visible': {
      opacity: 1,
    },
    '& tr:hover [data-aside=details], & tr:focus-within [data-aside=details]': { opacity: 1 },
    '@media (hover: none)': { '& [data-aside]': { opacity: 1 } },
    '& [data-resize]': {
      position: 'absolute',
      top: 0,
      bottom: 0,
      right: 0,
      width: 8,
      cursor: 'col-resize',
      touchAction: 'none',
      borderRight: `2px solid transparent`,
    },
    '& th:hover [data-resize]': { borderRightColor: palette.divider },
    '& [data-resize]:hover, & [data-resize]:active': { borderRightColor: palette.primary.main },
    '& [data-status]': {
      position: 'absolute',
      left: '50%',
      bottom: 48,
      transform: 'translateX(-50%)',
      zIndex: 4,
      maxWidth: '90%',
      padding: '6px 12px',
      borderRadius: 8,
      background: palette.text.primary,
      color: palette.background.paper,
      fontSize: '0.8125rem',
    },
    '& [data-status]:empty': { padding: 0 },
  };
});
