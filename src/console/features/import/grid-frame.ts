import { styled } from '@mui/material/styles';
import { rowHeight } from '#kit/grid/window.ts';

export const numberWidth = 132;
export const cellWidth = 170;

export const Frame = styled('div')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  const line = `1px solid ${palette.divider}`;
  return {
    overflow: 'auto',
    height: 'max(320px, 55dvh)',
    border: line,
    borderRadius: 8,
    background: palette.background.paper,
    scrollPadding: `${rowHeight()}px 0 0 ${numberWidth}px`,
    '& table': { borderCollapse: 'separate', borderSpacing: 0, tableLayout: 'fixed' },
    '& th, & td': {
      boxSizing: 'border-box',
      height: rowHeight(),
      padding: '0 10px',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      textAlign: 'left',
      borderBottom: line,
      borderRight: line,
      background: palette.background.paper,
      fontWeight: 400,
      fontVariantNumeric: 'tabular-nums',
    },
    '& thead th': { position: 'sticky', top: 0, zIndex: 2, fontWeight: 600, color: palette.text.secondary },
    '& th:first-of-type': { position: 'sticky', left: 0, zIndex: 1, color: palette.text.secondary },
    '& thead th:first-of-type': { zIndex: 3 },
    '& tr[data-excluded] td': { color: palette.text.disabled, textDecoration: 'line-through' },
    '& td[data-left-out], & thead th[data-left-out]': { color: palette.text.disabled },
    '& td[aria-selected=true]': { background: palette.action.selected },
    '& td[aria-invalid=true]': { boxShadow: `inset 0 -2px ${palette.error.main}` },
    '& td[tabindex="0"]': { outline: `1px solid ${palette.primary.main}`, outlineOffset: -1 },
    '& td:focus': { outline: `2px solid ${palette.primary.main}`, outlineOffset: -2 },
    '& td input': { all: 'unset', width: '100%', font: 'inherit' },
    '& [data-state=refused]': { color: palette.error.main },
    '& [data-state=unknown]': { color: palette.warning.main },
    '& [data-state=accepted]': { color: palette.success.main },
    '& th button': {
      all: 'unset',
      display: 'flex',
      alignItems: 'center',
      gap: 4,
      width: '100%',
      height: '100%',
      cursor: 'pointer',
      '& span': { overflow: 'hidden', textOverflow: 'ellipsis' },
      '&:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: -2 },
    },
  };
});
