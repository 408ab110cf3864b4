import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { formatCount } from './sums.ts';

const saysAfterMs = 3000;

/** True once something has been read for a while. */
export function useIsLong(isReading: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isReading) return undefined;
    const timer = setTimeout(() => setLong(true), saysAfterMs);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isReading]);
  return isLong && isReading;
}

interface BarProps {
  /** The bar's accessible name. */
  label: string;
  /** What is read, if the page doesn't say. */
  what?: string;
  /** Finished parts of all parts. */
  done: number;
  total: number;
  text?: string;
  onCancel(): void;
  /** In its place on the page, except on a phone. */
  isInline?: boolean;
}

/** What is being read, how far it is, and a way to stop it. Over the page, so that nothing moves when it goes. */
export const ReadingBar = ({ label, what, done, total, text, onCancel, isInline = false }: BarProps) => (
  <Box
    data-progress
    sx={{
      display: 'flex',
      gap: 1,
      alignItems: 'center',
      position: isInline ? { xs: 'fixed', md: 'static' } : 'fixed',
      inset: isInline ? 'auto 0 0' : { xs: 'auto 0 0', md: 'auto 24px 24px auto' },
      zIndex: isInline ? 4 : 'snackbar',
      p: isInline ? { xs: 1, md: 0 } : { xs: 1, md: '8px 8px 8px 16px' },
      border: isInline ? 0 : { xs: 0, md: 1 },
      '&&': { borderColor: 'divider' },
      borderRadius: { md: 1 },
      bgcolor: isInline ? { xs: 'background.paper', md: 'transparent' } : 'background.paper',
      boxShadow: isInline ? undefined : '0 8px 24px rgb(8 15 25 / 0.18)',
    }}
  >
    <Box sx={{ flex: 1, minWidth: 48, width: { md: 90 } }}>
      <LinearProgress
        aria-label={label}
        variant={total > 1 ? 'determinate' : 'indeterminate'}
        value={total > 1 ? Math.round((100 * done) / total) : undefined}
      />
    </Box>
    <Typography
      role={isInline ? undefined : 'status'}
      variant="body2"
      color="textSecondary"
      sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: isInline ? 'nowrap' : undefined }}
    >
      {[what, total > 1 && `${formatCount(done)} of ${formatCount(total)} parts`, text].filter(Boolean).join(' · ')}
    </Typography>
    <Button size="small" onClick={onCancel}>
      Cancel
    </Button>
  </Box>
);
