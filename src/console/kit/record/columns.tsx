import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';

/** The lower half of a record. On narrow screens `aside` comes between the others. */
export const Columns = ({ main, aside, below }: { main: ReactNode; aside: ReactNode; below?: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      alignItems: 'start',
      gridTemplateRows: { lg: 'auto 1fr' },
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
    }}
  >
    <Box sx={{ minWidth: 0 }}>{main}</Box>
    <Stack spacing={2} sx={{ minWidth: 0, gridColumn: { lg: 2 }, gridRow: { lg: below ? 'span 2' : undefined } }}>
      {aside}
    </Stack>
    {below && <Box sx={{ minWidth: 0 }}>{below}</Box>}
  </Box>
);
