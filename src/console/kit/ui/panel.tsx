import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A region on paper of its own, called by its heading: what a form leads to, or what the service made of it. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" variant="outlined" data-card="" aria-label={title} sx={{ p: 2 }}>
      <Stack spacing={1}>
        <Typography variant="h3" component="h2">
          {title}
        </Typography>
        {children}
      </Stack>
    </Paper>
  );
}
