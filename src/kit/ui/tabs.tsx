import { styled } from '@mui/material/styles';
import { useLayoutEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';

const Bar = styled('nav')(({ theme }) => ({
  display: 'flex',
  gap: 4,
  overflowX: 'auto',
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '& > a': {
    flex: 'none',
    display: 'flex',
    alignItems: 'center',
    minHeight: 40,
    padding: '0 12px',
    borderBottom: '2px solid transparent',
    marginBottom: -1,
    color: theme.vars.palette.text.secondary,
    fontWeight: 600,
    textDecoration: 'none',
    whiteSpace: 'nowrap',
  },
  '& > a:hover': { color: theme.vars.palette.text.primary },
  '& > a:focus-visible': { outlineOffset: -2 },
  '& > a[aria-current]': {
    color: theme.vars.palette.text.primary,
    borderBottomColor: theme.vars.palette.primary.main,
  },
  [theme.breakpoints.down('md')]: { '& > a': { minHeight: 44 } },
}));

/** Of a bar of links that is wider than the screen of a phone: scrolls it to the current one. */
export function useCurrentInSight() {
  const bar = useRef<HTMLElement>(null);
  const { pathname, search } = useLocation();
  useLayoutEffect(() => {
    const current = bar.current?.querySelector('[aria-current]');
    if (!bar.current || !current) return;
    const [inside, link] = [bar.current.getBoundingClientRect(), current.getBoundingClientRect()];
    bar.current.scrollLeft += link.left + link.width / 2 - inside.left - inside.width / 2;
  }, [pathname, search]);
  return bar;
}

export function Tabs({ label, items }: { label: string; items: readonly { label: string; to: string }[] }) {
  const bar = useCurrentInSight();
  return (
    <Bar ref={bar} aria-label={label}>
      {items.map((it) => (
        <NavLink key={it.to} to={it.to} end>
          {it.label}
        </NavLink>
      ))}
    </Bar>
  );
}
