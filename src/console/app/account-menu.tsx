import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '#console/api/auth.ts';
import { Icon } from '#console/kit/ui/icons.tsx';

const AccountPanel = lazy(async () => ({ default: (await import('./panels/account-panel.tsx')).AccountPanel }));

// A native popover: on top, closed by Escape and by a click outside, without extra code.
const Panel = styled('div')(({ theme }) => ({
  position: 'fixed',
  inset: 'auto',
  top: 56,
  right: 12,
  width: 248,
  margin: 0,
  padding: 8,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 8,
  background: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.primary,
  boxShadow: '0 16px 40px rgb(8 15 25 / 0.2)',
}));

const id = 'account-menu';
const close = () => document.getElementById(id)?.hidePopover();

export function AccountMenu({ onShortcuts, onSupport }: { onShortcuts: () => void; onSupport: () => void }) {
  const { name } = useSession();
  const [hasOpened, setOpened] = useState(false);
  return (
    <>
      <Button
        popoverTarget={id}
        aria-label={name ? `Account of ${name}` : 'Account'}
        title={name || 'Signed in'}
        sx={{ minWidth: 44, color: 'text.primary' }}
        startIcon={<Icon name="person" />}
      >
        <Box component="span" sx={{ display: { xs: 'none', md: 'inline' }, maxWidth: 140 }}>
          <Typography component="span" noWrap sx={{ display: 'block' }}>
            {name || 'Signed in'}
          </Typography>
        </Box>
      </Button>
      <Panel id={id} popover="auto" role="group" aria-label="Account" onBeforeToggle={() => setOpened(true)}>
        <Suspense>
          {hasOpened && <AccountPanel onShortcuts={onShortcuts} onSupport={onSupport} onDone={close} />}
        </Suspense>
      </Panel>
    </>
  );
}
