import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export function Line({ name, text, action }: { name: ReactNode; text: ReactNode; action?: ReactNode }) {
  return (
    <Stack direction="row" sx={{ gap: 2, alignItems: 'center', justifyContent: 'space-between', minHeight: 36 }}>
      <div>
        {name}
        <Typography variant="body2" color="textSecondary">
          {text}
        </Typography>
      </div>
      {action}
    </Stack>
  );
}
