import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';

/** The lower half of a record. On narrow screens `aside` comes after `main`. */
export const Columns = ({ main, aside }: { main: ReactNode; aside: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      alignItems: 'start',
      gridTemplateColumns: 'minmax(0, 1fr)',
      // Below this the columns of a table would not fit next to it.
      '@media (min-width: 1400px)': { gridTemplateColumns: 'minmax(0, 1fr) 344px' },
    }}
  >
    <Box sx={{ minWidth: 0 }}>{main}</Box>
    <Stack spacing={2} sx={{ minWidth: 0 }}>
      {aside}
    </Stack>
  </Box>
);
