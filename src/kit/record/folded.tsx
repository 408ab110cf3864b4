import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Icon } from '#kit/ui/icons.tsx';

// Native `details`: opened by the browser's find-in-page and keyboard, without code.
const Box = styled('details')(({ theme }) => ({
  minWidth: 0,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 8,
  background: theme.vars.palette.background.paper,
  '& > summary': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 44,
    padding: '0 16px',
    borderRadius: 8,
    listStyle: 'none',
    cursor: 'pointer',
    fontSize: '0.875rem',
    fontWeight: 600,
    '&::-webkit-details-marker': { display: 'none' },
    '&:hover': { background: theme.vars.palette.action.hover },
  },
  '&:not([open]) > summary svg': { transform: 'rotate(-90deg)' },
  '& > div': { padding: '4px 16px 16px' },
  '&[data-quiet]': {
    border: 0,
    background: 'none',
    '& > summary': { width: 'fit-content', minHeight: 28, marginTop: 4, padding: '0 8px 0 0', fontWeight: 400 },
    '& > div': { padding: '8px 0 4px' },
    [theme.breakpoints.down('md')]: { '& > summary': { minHeight: 44, marginTop: 0 } },
  },
}));

/** The look of a summary elsewhere, with an icon instead of the browser's marker. */
export const foldMark = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  minHeight: 36,
  listStyle: 'none',
  cursor: 'pointer',
  '&::-webkit-details-marker': { display: 'none' },
  'details:not([open]) > & svg': { transform: 'rotate(-90deg)' },
} as const;

/** Rarely needed content, closed at first. `isQuiet`: a line of text instead of a card. */
export function Folded(props: { title: string; isQuiet?: boolean; children: ReactNode }) {
  const { title, isQuiet, children } = props;
  return (
    <Box data-quiet={isQuiet || undefined}>
      <summary>
        <Icon name="down" size={16} />
        {title}
      </summary>
      <div>{children}</div>
    </Box>
  );
}
