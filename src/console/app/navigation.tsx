import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { Link, matchPath, useLocation } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { sections } from '#console/domain/sections.ts';
import { Icon, type IconName } from '#console/kit/ui/icons.tsx';

interface Entry {
  label: string;
  icon: IconName;
  path: string;
  tabs?: readonly { label: string; path: string }[];
}

/** In the order of a merchant's day. */
export const groups: { label?: string; entries: Entry[] }[] = [
  { entries: [{ label: 'Overview', icon: 'overview', path: links.overview() }] },
  {
    label: 'Collect',
    entries: [
      { ...sections.contracts, icon: 'contracts', path: links.contracts() },
      { ...sections.instalments, icon: 'instalments', path: links.instalments() },
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
    entries: [
      { label: 'Clients', icon: 'clients', path: links.clients() },
      { label: 'Reports', icon: 'reports', path: links.reports() },
    ],
  },
  {
    label: 'Support',
    entries: [
      { label: 'Cases', icon: 'cases', path: links.cases() },
      { label: 'Messages', icon: 'messages', path: links.messages() },
    ],
  },
  { entries: [{ label: 'Import', icon: 'import', path: links.import() }] },
  { label: 'Reference', entries: [{ label: 'Lookups', icon: 'lookups', path: links.lookups() }] },
];

/** Of its section: a tab, record or form. */
function currentOf(entry: Entry, address: string, href: (path: string) => string): 'page' | 'true' | undefined {
  const matches = (path: string, end: boolean) => matchPath({ path: href(path), end }, address) !== null;
  if (matches(entry.path, true)) return 'page';
  const paths = [entry, ...(entry.tabs ?? [])].map((it) => it.path);
  return paths.some((path) => matches(path, path === links.overview())) ? 'true' : undefined;
}

const Entry = styled(Link)(({ theme }) => ({
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
  // Visible without colours, too.
  '&[aria-current]': {
    position: 'relative',
    background: theme.vars.palette.action.selected,
    fontWeight: 600,
  },
  '&[aria-current]::before': {
    content: '""',
    position: 'absolute',
    inset: '8px auto 8px 0',
    borderLeft: `3px solid ${theme.vars.palette.primary.main}`,
    borderRadius: 2,
  },
  '&[aria-current] svg': { color: theme.vars.palette.primary.main },
  [theme.breakpoints.down('md')]: { minHeight: 44 },
}));

/** Navigation links. `preload` loads a page's code on hover. */
export const Rail = memo(function Rail({ preload, onGo }: { preload: (address: string) => void; onGo?: () => void }) {
  const { href } = useTenant();
  const { pathname } = useLocation();
  return (
    <Box component="nav" aria-label="Pages" sx={{ display: 'grid', gap: 2, p: 1.5 }}>
      {groups.map(({ label, entries }) => (
        <div key={entries[0]?.path}>
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
                    aria-current={currentOf(it, pathname, href)}
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
});
