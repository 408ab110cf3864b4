import { styled } from '@mui/material/styles';
import { rowHeight } from '#console/kit/grid/window.ts';

/** What a report's grid looks like beyond a list's: pinned columns, header menus, selected cells, rows on their way. */
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
    // Rows of their own instead of a table's: text that changes in one is laid out there and nowhere else, which takes a
    // fifth off the layout of a frame while scrolling. The columns are --columns.
    '& table, & thead, & tbody, & tfoot, & th, & td': { display: 'block' },
    // The browser would hold on to a row that is another one a frame later, and scroll after it.
    '& table': { overflowAnchor: 'none' },
    '& colgroup': { display: 'none' },
    '& tr': { display: 'grid', gridTemplateColumns: 'var(--columns)', height: rowHeight },
    '& tbody[aria-hidden] tr': { display: 'block', height: 'auto' },
    '& tr[aria-rowindex]': { contain: 'layout style' },
    '& tbody tr[aria-rowindex]': { contain: 'strict' },
    '& th, & td': { lineHeight: `${rowHeight - 1}px` },
    '& thead, & tfoot': { position: 'sticky', zIndex: 3 },
    '& thead': { top: 0 },
    '& tfoot': { bottom: 0 },
    '& th': { userSelect: 'none', position: 'relative', top: 'auto', zIndex: 0 },
    '& tfoot tr': { height: 'auto', minHeight: rowHeight },
    '& tfoot td': { position: 'static', zIndex: 0, height: 'auto' },
    '& tbody td > small': { color: palette.text.secondary, fontSize: '0.8125rem' },
    '& tbody tr > :first-of-type': { paddingRight: 34 },
    // A count in the first column runs on over the empty cells beside it.
    '& tfoot tr > :first-of-type': { overflow: 'visible' },
    // A column that stays is a layer to the browser in every row, so none is while all of them fit.
    '& tr > :first-of-type:not([data-pin])': { position: 'relative' },
    '& [data-pin]': { position: 'sticky', zIndex: 1 },
    '& thead [data-pin], & tfoot [data-pin]': { position: 'sticky', zIndex: 3 },
    '& [data-pin=edge]': { borderRight: `1px solid ${palette.divider}` },
    '& tbody td[aria-selected=true], & tbody tr:hover > td[aria-selected=true]': {
      background: `color-mix(in srgb, ${palette.primary.main} 16%, ${palette.background.paper})`,
    },
    // A cell that waits has no element of its own for that: thousands would come and go while scrolling.
    '& tr[data-coming] > td::before': {
      content: '""',
      display: 'block',
      width: '70%',
      height: 12,
      marginTop: 12,
      borderRadius: 4,
      background: palette.action.hover,
    },
    // These cells are no table's, which would bring it to their middle.
    '& [data-skeleton]': { marginTop: 12 },
    // On the inner side, as the arrow: a label keeps to the edge of its column.
    '& [data-aside=menu]': { ...aside, right: 8, top: 6 },
    '& [data-align=right] > [data-aside=menu]': { right: 'auto', left: 4 },
    '& [data-aside=details]': { ...aside, right: 4, top: 6 },
    '& [data-aside][data-on]': { opacity: 1, color: palette.primary.main },
    // The arrow of the order is for the other button.
    '& [data-aside]::before, & [data-aside]::after': { content: 'none !important' },
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
