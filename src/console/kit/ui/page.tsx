import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import { useTenant } from '../../api/tenant.ts';
import { Icon } from './icons.tsx';

interface Page {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Where this page hangs: `{ to: href(links.mandates()), label: 'Mandates' }`. */
  back?: { to: string; label: string };
  children: ReactNode;
}

/** The frame of every page: window title, heading, what can be done, and the content. */
export function Page({ title, lead, actions, back, children }: Page) {
  const { merchant } = useTenant();
  const { pathname, key } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = `${title} · ${merchant} · Collections Console`;
  }, [title, merchant]);

  // A screen reader hears where it is after a navigation. Not at the first page, where the browser reads the document,
  // and not over a field of the page that took the focus itself.
  const arrive = useEffectEvent(() => {
    const page = heading.current?.closest('main');
    if (key !== 'default' && !page?.contains(document.activeElement)) heading.current?.focus({ preventScroll: true });
  });
  useEffect(() => arrive(), [pathname]);

  return (
    <Stack spacing={2} sx={{ minWidth: 0 }}>
      {back && (
        <Link
          component={RouterLink}
          to={back.to}
          variant="body2"
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, alignSelf: 'flex-start', minHeight: 24 }}
        >
          <Icon name="back" size={16} />
          {back.label}
        </Link>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography ref={heading} variant="h1" tabIndex={-1} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {actions && (
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
            {actions}
          </Stack>
        )}
      </Stack>
      {lead && (
        <Typography component="div" color="textSecondary" sx={{ maxWidth: '72ch', marginTop: '4px !important' }}>
          {lead}
        </Typography>
      )}
      {children}
    </Stack>
  );
}
