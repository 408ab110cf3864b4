/** How all controls of a filter bar look; the chosen one is grey. */
export const pillLook = {
  flex: 'none',
  minHeight: { xs: 44, sm: 36 },
  px: 1.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: '22px',
  bgcolor: 'background.paper',
  fontWeight: 500,
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
} as const;
