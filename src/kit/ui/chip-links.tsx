import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';
import { formatCount } from './sums.ts';
import { useCurrentInSight } from './tabs.tsx';

/** The parts of one list, of which each has an address of its own. */
const Chips = styled('nav')(({ theme }) => {
  const { palette } = theme.vars;
  return {
    display: 'flex',
    gap: 8,
    overflowX: 'auto',
    // For the outline of a focused one.
    padding: 2,
    margin: -2,
    '& > a': {
      flex: 'none',
      display: 'inline-flex',
      alignItems: 'center',
      gap: 8,
      minHeight: 36,
      padding: '0 14px',
      border: `1px solid ${palette.divider}`,
      borderRadius: 18,
      background: palette.background.paper,
      color: palette.text.primary,
      fontSize: '0.875rem',
      textDecoration: 'none',
      whiteSpace: 'nowrap',
    },
    '& > a:hover': { background: palette.action.hover },
    '& > a[aria-current]': { background: palette.action.selected, borderColor: 'transparent', fontWeight: 600 },
    // Reserved, so that nothing moves when a count is read.
    '& small': {
      minWidth: '3ch',
      color: palette.text.secondary,
      fontSize: 'inherit',
      fontWeight: 400,
      fontVariantNumeric: 'tabular-nums',
    },
    [theme.breakpoints.down('md')]: { '& > a': { minHeight: 44, borderRadius: 22 } },
  };
});

export function ChipLinks(props: {
  label: string;
  current: string;
  /** `null` where there is no count; undefined until it is read. */
  items: readonly { label: string; to: string; count: number | null | undefined }[];
}) {
  const { label, current, items } = props;
  const bar = useCurrentInSight();
  return (
    <Chips ref={bar} aria-label={label}>
      {items.map((it) => (
        <Link key={it.label} to={it.to} aria-current={it.label === current ? 'page' : undefined}>
          {it.label}
          {it.count !== null && <small>{it.count !== undefined && formatCount(it.count)}</small>}
        </Link>
      ))}
    </Chips>
  );
}
