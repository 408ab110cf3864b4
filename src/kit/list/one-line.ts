/**
 * A swipeable line of options: wrapped ones would hide the list and move it as they load. The padding fits
 * the focus outline.
 */
export const oneLine = {
  flexWrap: 'nowrap',
  overflowX: 'auto',
  whiteSpace: 'nowrap',
  padding: 4,
  // A Stack overrides margins.
  position: 'relative',
  left: -4,
  width: 'calc(100% + 8px)',
  '& > *': { flex: 'none' },
} as const;
