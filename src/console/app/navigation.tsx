import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { NavLink } from 'react-router-dom';
import { links } from '../domain/links.ts';
import { useTenant } from '../api/tenant.ts';
import { Icon, type IconName } from '../kit/ui/icons.tsx';

interface Entry {
  label: string;
  icon: IconName;
  path: string;
}

/** What works today, in the order of the work; a page that does not exist is not listed. */
export const groups: { label?: string; entries: Entry[] }[] = [
  { entries: [{ label: 'Overview', icon: 'overview', path: links.overview() }] },
  {
    label: 'Collect',
    entries: [
      { label: 'Mandates', icon: 'mandates', path: links.mandates() },
      { label: 'Initiated mandates', icon: 'initiates', path: links.initiates() },
      { label: 'Contracts', icon: 'contracts', path: links.contracts() },
      { label: 'Instalments', icon: 'instalments', path: links.instalments() },
      { label: 'Omni instalments', icon: 'omni', path: links.omni() },
      { label: 'Calendar', icon: 'calendar', path: links.calendar() },
      { label: 'Unpaid', icon: 'unpaid', path: links.unpaid() },
    ],
  },
  {
    label: 'Pay out',
    entries: [
      { label: 'Payout contracts', icon: 'payouts', path: links.payoutContracts() },
      { label: 'Payments', icon: 'payments', path: links.payments() },
    ],
  },
  {
    label: 'Records',
    entries: [
      { label: 'Clients', icon: 'clients', path: links.clients() },
      { label: 'Reports', icon: 'reports', path: links.reports() },
      { label: 'Lookups', icon: 'lookups', path: links.lookups() },
    ],
  },
  {
    label: 'Talk',
    entries: [
      { label: 'Cases', icon: 'cases', path: links.cases() },
      { label: 'Messages', icon: 'messages', path: links.messages() },
    ],
  },
];

const Entry = styled(NavLink)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 36,
  padding: '0 10px',
  borderRadius: 8,
  color: theme.vars.palette.text.primary,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '& svg': { color: theme.vars.palette.text.secondary },
  '&:hover': { background: theme.vars.palette.action.hover },
  '&[aria-current]': { background: theme.vars.palette.action.selected, fontWeight: 600 },
  '&[aria-current] svg': { color: theme.vars.palette.primary.main },
  [theme.breakpoints.down('md')]: { minHeight: 44 },
}));

/** The way to every page. `preload` is told what is pointed at, so that its code is there when it is pressed. */
export function Rail({ preload, onGo }: { preload: (address: string) => void; onGo?: () => void }) {
  const { href } = useTenant();
  return (
    <Box component="nav" aria-label="Pages" sx={{ display: 'grid', gap: 2, p: 1.5 }}>
      {groups.map(({ label, entries }) => (
        <div key={label ?? 'first'}>
          {label && (
            <Typography component="p" variant="caption" color="textSecondary" sx={{ px: 1.25 }}>
              {label}
            </Typography>
          )}
          <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {entries.map((it) => {
              const to = href(it.path);
              return (
                <li key={it.path}>
                  <Entry
                    to={to}
                    end={it.path === '/'}
                    onClick={onGo}
                    onPointerEnter={() => preload(to)}
                    onFocus={() => preload(to)}
                  >
                    <Icon name={it.icon} />
                    {it.label}
                  </Entry>
                </li>
              );
            })}
          </Box>
        </div>
      ))}
    </Box>
  );
}
