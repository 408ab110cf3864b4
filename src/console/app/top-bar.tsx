import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '#console/api/auth.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { openDetails } from '#console/domain/outcome/details-open.ts';
import { DropDown } from '#kit/ui/drop-down.tsx';
import { Icon } from '#kit/ui/icons.tsx';
import { later } from '#kit/ui/later.tsx';
import { EnvironmentBadge } from './environment-badge.tsx';
import { finderKeys, ShortcutKey } from './shortcuts.tsx';
import { TenantSwitch } from './tenant-switch.tsx';

const AccountPanel = later(async () => (await import('./panels/account-panel.tsx')).AccountPanel);

function AccountMenu({ onShortcuts, onSupport }: { onShortcuts: () => void; onSupport: () => void }) {
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
      {(close) => <AccountPanel onShortcuts={onShortcuts} onSupport={onSupport} onDone={close} />}
    </DropDown>
  );
}

const Bar = styled('header')(({ theme }) => ({
  gridArea: 'bar',
  position: 'sticky',
  top: 0,
  zIndex: theme.zIndex.appBar,
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  padding: '8px 16px',
  background: theme.vars.palette.background.paper,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '& > div': { display: 'flex', alignItems: 'center', gap: 8, minWidth: 0 },
  '& > div:last-child': { marginLeft: 'auto' },
  // On a phone the tenant is in the menu.
  [theme.breakpoints.down('md')]: {
    gap: 4,
    padding: '4px 8px',
    '& > div': { gap: 4 },
    '& > [role=group]': { display: 'none' },
  },
}));

const Brand = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 36,
  color: theme.vars.palette.text.primary,
  fontWeight: 600,
  whiteSpace: 'nowrap',
  textDecoration: 'none',
}));

export type OpenPanel = 'finder' | 'shortcuts' | 'pages';

/** Memoised, so that opening a dialog does not re-render it. */
export const TopBar = memo(function TopBar({ onOpen }: { onOpen: (what: OpenPanel) => void }) {
  const { href } = useTenant();
  return (
    <Bar>
      <div>
        <Button
          onClick={() => onOpen('pages')}
          aria-label="Pages"
          sx={{ display: { xs: 'inline-flex', md: 'none' }, minWidth: 44, minHeight: 44, p: 0, color: 'text.primary' }}
        >
          <Icon name="menu" />
        </Button>
        <Brand to={href(links.overview())} aria-label="Collections Console, overview">
          <img src="/favicon.svg" alt="" width={24} height={24} />
          <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
            Collections Console
          </Box>
        </Brand>
        <EnvironmentBadge />
      </div>
      <div role="group" aria-label="Merchant and product">
        <TenantSwitch />
      </div>
      <div>
        <Button
          onClick={() => onOpen('finder')}
          aria-keyshortcuts="Control+K Meta+K"
          aria-label="Find"
          variant="outlined"
          startIcon={<Icon name="find" size={18} />}
          sx={{
            minWidth: { xs: 44, lg: 240 },
            minHeight: { xs: 44, md: 36 },
            px: { xs: 0, lg: 1.5 },
            justifyContent: { xs: 'center', lg: 'flex-start' },
            color: 'text.secondary',
            // Icon only, without a border.
            borderColor: { xs: 'transparent', lg: 'divider' },
            '& .MuiButton-startIcon': { mr: { xs: 0, lg: 1 }, ml: 0 },
          }}
        >
          <Box
            component="span"
            sx={{ display: { xs: 'none', lg: 'flex' }, flex: 1, justifyContent: 'space-between', fontWeight: 400 }}
          >
            Find
            <span>
              <ShortcutKey name={finderKeys()} />
            </span>
          </Box>
        </Button>
        <AccountMenu onShortcuts={() => onOpen('shortcuts')} onSupport={() => openDetails()} />
      </div>
    </Bar>
  );
});
