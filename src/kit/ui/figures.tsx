import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';

export interface FigureProps {
  label: string;
  /** Undefined while loading. */
  value: ReactNode;
  /** `null` reserves no line for it. */
  note?: ReactNode;
  /** Needs action. */
  isUrgent?: boolean;
  /** Got worse, but needs no action by itself. */
  isNoteUrgent?: boolean;
  /** Where the value leads. */
  to?: string;
  /** One large figure a page. */
  isLarge?: boolean;
  /** On a phone on a line of its own. */
  isWide?: boolean;
}

const noteLinePx = 20;

/** A key number or day, with room for the value and its note, so that nothing moves when they load. */
export function Figure(props: FigureProps) {
  const { label, value, note, isUrgent = false, isNoteUrgent = false, to, isLarge = false, isWide = isLarge } = props;
  const isLoading = value === undefined;
  const noteHeight = note === null ? 0 : noteLinePx;
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{
        minWidth: 0,
        gridColumn: { xs: isWide ? '1 / -1' : 'auto', sm: 'auto' },
        fontSize: '0.8125rem',
        // On a phone alone in the last line: it needs only one line for its note.
        '&:last-child:nth-of-type(even)': {
          gridColumn: { xs: '1 / -1', sm: 'auto' },
          '& > :last-child': { minHeight: noteHeight },
        },
      }}
    >
      <Box component="p" sx={{ m: 0, lineHeight: '20px', color: isUrgent ? 'error.main' : 'text.secondary' }}>
        {label}
      </Box>
      <Box
        sx={{
          display: 'flow-root',
          minHeight: { xs: isLarge ? 40 : 32, sm: 40 },
          fontSize: isLarge ? { xs: '1.625rem', sm: '1.875rem' } : { xs: '1rem', sm: '1.25rem' },
          lineHeight: isLarge ? '40px' : { xs: '32px', sm: '40px' },
          fontWeight: 600,
          // Small cents would make the line higher.
          '& small': { lineHeight: 0, color: isUrgent ? 'inherit' : undefined },
          overflowWrap: 'anywhere',
          color: isUrgent ? 'error.main' : undefined,
        }}
      >
        {isLoading ? (
          <Skeleton width="60%" height={24} sx={{ my: { xs: isLarge ? '8px' : '4px', sm: '8px' } }} />
        ) : to === undefined ? (
          value
        ) : (
          <Link component={RouterLink} to={to} color="inherit" underline="hover">
            {value}
          </Link>
        )}
      </Box>
      <Box
        sx={{
          minHeight: { xs: isWide ? noteHeight : 2 * noteHeight, sm: noteHeight },
          lineHeight: `${noteLinePx}px`,
          overflowWrap: 'anywhere',
          color: isNoteUrgent ? 'error.main' : 'text.secondary',
        }}
      >
        {!isLoading && note}
      </Box>
    </Box>
  );
}

/** A page's figures, the large one first. */
export function Figures({ label, below, children }: { label: string; below?: ReactNode; children: ReactNode }) {
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={label}
      sx={{ px: { xs: 1.5, sm: 2 }, py: { xs: 1.5, sm: below ? 1 : 1.5 }, minWidth: 0 }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: { xs: '8px 16px', sm: 2 },
          gridTemplateColumns: {
            xs: 'repeat(2, minmax(0, 1fr))',
            sm: 'repeat(auto-fit, minmax(170px, 1fr))',
            lg: 'minmax(0, 1.4fr)',
          },
          // However many there are, they are in one line.
          gridAutoFlow: { lg: 'column' },
          gridAutoColumns: { lg: 'minmax(0, 1fr)' },
          // Four are two lines of two where they don't fit in one.
          '@media (min-width: 600px) and (max-width: 1040px)': {
            '&:has(> :nth-of-type(4):last-of-type)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
          },
        }}
      >
        {children}
      </Box>
      {below}
    </Paper>
  );
}
