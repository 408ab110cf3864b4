import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useState } from 'react';

/** Shows the last four digits, to distinguish accounts; nothing of a short value. */
export const masked = (value: string): string => (value.length > 6 ? `•••• ${value.slice(-4)}` : '••••');

export function Masked({ value, label }: { value: string; label: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'baseline', whiteSpace: 'nowrap' }}>
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {isShown ? value : masked(value)}
      </Box>
      <Link
        component="button"
        type="button"
        variant="body2"
        aria-pressed={isShown}
        aria-label={`Show ${label.toLowerCase()}`}
        onClick={() => setShown(!isShown)}
        sx={{ minHeight: 24, minWidth: 24 }}
      >
        {isShown ? 'Hide' : 'Show'}
      </Link>
    </Box>
  );
}
