import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import { host } from '#kit/host.ts';
import { Icon } from './icons.tsx';

interface Crumb {
  to: string;
  label: string;
}

interface Page {
  /** '' while it loads. */
  title: string;
  /** A button at the title, which leads to pages like this one. */
  switcher?: ReactNode;
  /** Links to the other lists of the section. */
  tabs?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** The open tab, for the window title. */
  tab?: string;
  /** '' reserves the space while loading. */
  count?: string;
  /** Breadcrumbs, outermost first. */
  back?: Crumb | readonly Crumb[];
  children: ReactNode;
}

export function Page({ title, switcher, tab, count, tabs, lead, actions, back = [], children }: Page) {
  const { pathname, key } = useLocation();
  const crumbs = 'to' in back ? [back] : back;
  const heading = useRef<HTMLHeadingElement>(null);

  const windowTitle = [tab, title, ...host.useTitleEnd()].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = windowTitle;
  }, [windowTitle]);

  // Screen readers announce the focused heading. Not on the first page, which they read anyway, and not if a field of
  // the page has the focus.
  const arrive = useEffectEvent(() => {
    const page = heading.current?.closest('main');
    if (key !== 'default' && !page?.contains(document.activeElement)) heading.current?.focus({ preventScroll: true });
  });
  useEffect(() => arrive(), [pathname]);

  const shownCount = count !== undefined && (
    <Typography
      component="output"
      color="textSecondary"
      sx={{
        display: { xs: 'block', sm: 'inline' },
        // On a phone without a width of its own: loaded, it would push the buttons to another line.
        width: { xs: 0, sm: 'auto' },
        minWidth: { xs: '100%', sm: 0 },
        fontSize: { xs: '0.8125rem', sm: 'inherit' },
        minHeight: { xs: '1.5em' },
        ml: { xs: 0, sm: 1.5 },
        fontWeight: 400,
        fontVariantNumeric: 'tabular-nums',
        whiteSpace: 'nowrap',
      }}
    >
      {count}
    </Typography>
  );

  return (
    <Stack spacing={{ xs: 1, sm: 2 }} sx={{ minWidth: 0 }}>
      {crumbs.length > 0 && (
        <Stack component="nav" aria-label="Breadcrumb" direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 0.5 }}>
          {crumbs.map((it, index) => (
            <Link
              underline="hover"
              key={it.to}
              component={RouterLink}
              to={it.to}
              variant="body2"
              sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, minHeight: 24 }}
            >
              {index === 0 ? <Icon name="back" size={16} /> : <span aria-hidden>/</span>}
              {it.label}
            </Link>
          ))}
        </Stack>
      )}
      <Stack
        direction="row"
        // As high as the buttons, which may come later.
        sx={{
          flexWrap: 'wrap',
          gap: 1,
          minHeight: { xs: actions ? 44 : 0, sm: 36 },
          alignItems: 'center',
          justifyContent: 'space-between',
        }}
      >
        <Box
          sx={{
            position: 'relative',
            display: 'flex',
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
            alignItems: 'center',
            columnGap: 0.5,
            minWidth: 0,
            // On a phone the actions stay in the title's line.
            flex: switcher ? { xs: 1, sm: '0 1 auto' } : undefined,
            '& > output': { flexBasis: { xs: '100%', sm: 'auto' }, ml: { xs: 0, sm: 1 } },
          }}
        >
          <Typography ref={heading} variant="h1" tabIndex={-1} sx={{ overflowWrap: 'anywhere' }}>
            {title || <Skeleton variant="text" width={280} aria-label="Loading" />}
            {!switcher && shownCount}
          </Typography>
          {switcher}
          {switcher && shownCount}
        </Box>
        {actions && (
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }} data-screen="">
            {actions}
          </Stack>
        )}
      </Stack>
      {tabs}
      {lead && (
        <Typography
          component="div"
          color="textSecondary"
          sx={{ maxWidth: '72ch', marginTop: tabs ? undefined : '4px !important' }}
        >
          {lead}
        </Typography>
      )}
      <host.PageNotices />
      {children}
    </Stack>
  );
}
