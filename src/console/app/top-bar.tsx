import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';
import { links } from '../domain/links.ts';
import { useTenant } from '../api/tenant.ts';
import { AccountMenu } from './account-menu.tsx';
import { EnvironmentBadge } from './environment-badge.tsx';
import { Icon } from '../kit/ui/icons.tsx';
import { TenantSwitch } from './tenant-switch.tsx';
import { finderKeys, Key } from './shortcuts.tsx';

const Bar = styled('header')(({ theme }) => ({
  gridArea: 'bar',
  position: 'sticky',
  top: 0,
  zIndex: theme.zIndex.appBar,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  padding: '8px 16px',
  background: theme.vars.palette.background.paper,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  [theme.breakpoints.down('md')]: { padding: '6px 8px', gap: 6 },
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

interface TopBar {
  onMenu: () => void;
  onFind: () => void;
  onShortcuts: () => void;
  onSupport: () => void;
}

/** Where one is (environment, merchant, product), the finder and the account. */
export function TopBar({ onMenu, onFind, onShortcuts, onSupport }: TopBar) {
  const { href } = useTenant();
  return (
    <Bar>
      <Button
        onClick={onMenu}
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
      <Box
        role="group"
        aria-label="Merchant and product"
        sx={{ display: 'flex', gap: 1, minWidth: 0, order: { xs: 1, md: 0 }, flex: { xs: '1 0 100%', md: '0 1 auto' } }}
      >
        <TenantSwitch />
      </Box>
      <Box sx={{ flex: 1 }} />
      <Button
        onClick={onFind}
        aria-keyshortcuts="Control+K Meta+K"
        aria-label="Find"
        variant="outlined"
        startIcon={<Icon name="find" size={18} />}
        sx={{
          minWidth: 44,
          height: { xs: 44, md: 36 },
          color: 'text.secondary',
          borderColor: 'divider',
          '& .MuiButton-startIcon': { mr: { xs: 0, lg: 1 }, ml: { xs: 0, lg: -0.5 } },
        }}
      >
        <Box component="span" sx={{ display: { xs: 'none', lg: 'inline-flex' }, gap: 2, fontWeight: 400 }}>
          Find
          <span>
            <Key name={finderKeys()} />
          </span>
        </Box>
      </Button>
      <AccountMenu onShortcuts={onShortcuts} onSupport={onSupport} />
    </Bar>
  );
}
