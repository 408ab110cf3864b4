import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';

const narrow = "'main' 'aside' 'below'";
const wide = "'main aside' 'below aside'";

/** The lower half of a record: where there is no room, what stands beside comes between, in the order of use. */
export const Columns = ({ main, aside, below }: { main: ReactNode; aside: ReactNode; below: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      alignItems: 'start',
      gridTemplateRows: { lg: 'auto 1fr' },
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
      gridTemplateAreas: { xs: narrow, lg: wide },
    }}
  >
    <Box sx={{ gridArea: 'main', minWidth: 0 }}>{main}</Box>
    <Stack spacing={2} sx={{ gridArea: 'aside', minWidth: 0 }}>
      {aside}
    </Stack>
    <Box sx={{ gridArea: 'below', minWidth: 0 }}>{below}</Box>
  </Box>
);
