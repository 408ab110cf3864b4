/**
 * Choices in one line that is swiped, for phones: in several they would push the list out of sight, and move it as they come.
 * The padding is room for the outline of what is in focus.
 */
export const oneLine = {
  flexWrap: 'nowrap',
  overflowX: 'auto',
  whiteSpace: 'nowrap',
  padding: 4,
  // A margin would be overruled by the stack that they stand in.
  position: 'relative',
  left: -4,
  width: 'calc(100% + 8px)',
  '& > *': { flex: 'none' },
} as const;
