import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export function Section({ title, actions, children }: { title: ReactNode; actions?: ReactNode; children: ReactNode }) {
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={typeof title === 'string' ? title : undefined}
      data-card=""
      sx={{ p: 2, minWidth: 0 }}
    >
      <Stack
        direction="row"
        sx={{ flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center', mb: 1.5, gap: 1 }}
      >
        <Typography variant="h3" component="h2">
          {title}
        </Typography>
        {actions}
      </Stack>
      {children}
    </Paper>
  );
}

export const Panel = ({ title, children }: { title: string; children: ReactNode }) => (
  <Section title={title}>
    <Stack spacing={1}>{children}</Stack>
  </Section>
);
