import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { Link, matchPath, useLocation } from 'react-router-dom';
import { useHasApprovals } from '#console/api/access.ts';
import { useApprovals } from '#console/api/approvals.ts';
import { useUnclearCalls } from '#console/api/outgoing-calls.ts';
import { usePermissions } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links, pathFrom } from '#console/domain/links.ts';
import { sections } from '#console/domain/sections.ts';
import { Icon, type IconName } from '#kit/ui/icons.tsx';

interface Entry {
  label: string;
  icon: IconName;
  path: string;
  /** The second key after `g`: a letter of the label. */
  key: string;
  tabs?: readonly { label: string; path: string; key?: string }[];
}

/** In the order of a merchant's day. */
export const navigationGroups: { label?: string; entries: Entry[] }[] = [
  { entries: [{ label: 'Overview', icon: 'overview', path: links.overview(), key: 'o' }] },
  {
    label: 'Collect',
    entries: [
      { ...sections.contracts, icon: 'contracts', path: links.contracts(), key: 'c' },
      { label: 'Instalments', icon: 'instalments', path: links.instalments(), key: 'i' },
      { label: 'Calendar', icon: 'calendar', path: links.calendar(), key: 'a' },
      { label: 'Unpaid', icon: 'unpaid', path: links.unpaid(), key: 'u' },
    ],
  },
  {
    label: 'Pay out',
    entries: [
      { ...sections.payouts, icon: 'payouts', path: links.payments(), key: 'p' },
      { label: 'Approvals', icon: 'approvals', path: links.approvals(), key: 'v' },
    ],
  },
  {
    entries: [
      { label: 'Clients', icon: 'clients', path: links.clients(), key: 'l' },
      { label: 'Reports', icon: 'reports', path: links.reports(), key: 'r' },
      { label: 'Month end', icon: 'month', path: links.monthEnd(), key: 'n' },
    ],
  },
  {
    label: 'Support',
    entries: [
      { label: 'Cases', icon: 'cases', path: links.cases(), key: 'e' },
      { label: 'Messages', icon: 'messages', path: links.messages(), key: 'm' },
    ],
  },
  {
    entries: [
      { label: 'Import', icon: 'import', path: links.import(), key: 't' },
      {
        label: 'Help',
        icon: 'help',
        path: links.help(),
        key: 'h',
        tabs: [
          { label: 'Limits and workarounds', path: links.limits() },
          { label: 'Lookups', path: links.lookups(), key: 'k' },
        ],
      },
      { label: 'Settings', icon: 'settings', path: links.settings(), key: 's' },
    ],
  },
];

/** The pages that `g` and a second key open, in the order of the navigation. */
export const shortcutPages: readonly { key: string; label: string; path: string }[] = navigationGroups.flatMap(
  ({ entries }) =>
    entries.flatMap((entry) => [
      entry,
      ...(entry.tabs ?? []).flatMap(({ label, path, key }) => (key ? [{ key, label, path }] : [])),
    ]),
);

/** The entry's `aria-current`: `page` on its page, `true` on a tab, record or form of its section. */
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
  minHeight: 32,
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

/** How many approvals and unclear calls wait for this person; undefined where there can be none. */
function useWaiting(): number | undefined {
  const { merchant } = useTenant();
  const permissions = usePermissions();
  const isUsed = useHasApprovals(merchant) && permissions?.includes('payouts:read') === true;
  const { data } = useApprovals('waiting', isUsed && permissions.includes('release'));
  const { mine: unclear, isOffered } = useUnclearCalls();
  const approvals = data?.Approvals.filter((it) => it.MayDecide) ?? [];
  return isUsed || isOffered ? approvals.length + unclear.length : undefined;
}

export const NavigationRail = memo(function Rail({
  preload,
  onGo,
}: {
  preload: (address: string) => void;
  onGo?: () => void;
}) {
  const { href } = useTenant();
  const { pathname } = useLocation();
  const waiting = useWaiting();
  return (
    <Box component="nav" aria-label="Pages" sx={{ display: 'grid', gap: 1.5, p: 1.5 }}>
      {navigationGroups.map(({ label, entries }) => (
        <div key={entries[0]?.path}>
          {label && (
            <Typography component="p" variant="caption" color="textSecondary" sx={{ px: 1.25 }}>
              {label}
            </Typography>
          )}
          <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {entries.map((entry) => {
              const isOfApprovals = entry.path === links.approvals();
              if (isOfApprovals && waiting === undefined) return null;
              const to = href(pathFrom(pathname, entry.path));
              return (
                <li key={entry.path}>
                  <Entry
                    to={to}
                    aria-current={currentOf(entry, pathname, href)}
                    onClick={onGo}
                    onPointerEnter={() => preload(to)}
                    onFocus={() => preload(to)}
                  >
                    <Icon name={entry.icon} />
                    {entry.label}
                    {isOfApprovals && waiting !== undefined && waiting > 0 && (
                      <Typography component="span" variant="caption" sx={{ ml: 'auto', fontWeight: 600 }}>
                        {waiting}
                      </Typography>
                    )}
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
