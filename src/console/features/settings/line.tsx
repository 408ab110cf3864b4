import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { Muted } from '#kit/ui/muted.tsx';

export function SettingsLine({ name, text, action }: { name: ReactNode; text: ReactNode; action?: ReactNode }) {
  return (
    <Stack direction="row" sx={{ gap: 2, alignItems: 'center', justifyContent: 'space-between', minHeight: 36 }}>
      <div>
        {name}
        <Muted>{text}</Muted>
      </div>
      {action}
    </Stack>
  );
}
