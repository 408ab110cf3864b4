import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { useSession } from '#console/api/auth.ts';
import { DropDown } from '#console/kit/ui/drop-down.tsx';
import { Icon } from '#console/kit/ui/icons.tsx';

const AccountPanel = lazy(async () => ({ default: (await import('./panels/account-panel.tsx')).AccountPanel }));

export function AccountMenu({ onShortcuts, onSupport }: { onShortcuts: () => void; onSupport: () => void }) {
  const { name } = useSession();
  return (
    <DropDown
      title="Account"
      role="group"
      width={248}
      align="end"
      takesFocus={false}
      aria-label={name ? `Account of ${name}` : 'Account'}
      sx={{ minWidth: 44, color: 'text.primary' }}
      startIcon={<Icon name="person" />}
      endIcon={undefined}
      label={
        <Box component="span" sx={{ display: { xs: 'none', md: 'inline' }, maxWidth: 140 }}>
          <Typography component="span" noWrap sx={{ display: 'block' }}>
            {name || 'Signed in'}
          </Typography>
        </Box>
      }
    >
      {(close) => (
        <Suspense>
          <AccountPanel onShortcuts={onShortcuts} onSupport={onSupport} onDone={close} />
        </Suspense>
      )}
    </DropDown>
  );
}
