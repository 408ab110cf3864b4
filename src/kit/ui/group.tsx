import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Muted } from './muted.tsx';
import { Tiles } from './tiles.tsx';

export function Group({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, mb: 3, minWidth: 0 }}>
      <Typography component="legend" variant="h3" sx={{ p: 0, mb: lead ? 0.5 : 1.5 }}>
        {title}
      </Typography>
      {lead && <Muted sx={{ mb: 1.5 }}>{lead}</Muted>}
      <Tiles columns="repeat(auto-fill, minmax(min(260px, 100%), 1fr))">{children}</Tiles>
    </Box>
  );
}

export function TwoColumns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <Tiles gap={3} columns={{ xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(360px, 440px)' }}>
      <Box sx={{ minWidth: 0 }}>{children}</Box>
      <Box sx={{ minWidth: 0, position: { lg: 'sticky' }, top: { lg: 72 } }}>{aside}</Box>
    </Tiles>
  );
}
