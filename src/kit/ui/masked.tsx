import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { host } from '#kit/host.ts';

/** Shows the last four digits, to distinguish accounts; nothing of a short value. */
export const maskedNumber = (value: string): string => (value.length > 6 ? `•••• ${value.slice(-4)}` : '••••');

/** Shows a masked value once the product has kept that it does. */
export function useUnmasked(label: string): { isShown: boolean; problem: string; toggle(): void } {
  const unmask = host.useUnmask();
  const [isShown, setShown] = useState(false);
  const [problem, setProblem] = useState('');
  const toggle = () => {
    setProblem('');
    if (isShown) return setShown(false);
    unmask(label).then(
      () => setShown(true),
      (error: Error) => setProblem(error.message),
    );
  };
  return { isShown, problem, toggle };
}

export function Masked({ value, label }: { value: string; label: string }) {
  const { isShown, problem, toggle } = useUnmasked(label);
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'baseline', whiteSpace: 'nowrap' }}>
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {isShown ? value : maskedNumber(value)}
      </Box>
      <Link
        component="button"
        type="button"
        variant="body2"
        aria-pressed={isShown}
        aria-label={`Show ${label.toLowerCase()}`}
        onClick={toggle}
        sx={{ minHeight: 24, minWidth: 24 }}
      >
        {isShown ? 'Hide' : 'Show'}
      </Link>
      {problem && (
        <Box component="span" role="alert" sx={{ color: 'error.main', fontSize: '0.8125rem', whiteSpace: 'normal' }}>
          {problem}
        </Box>
      )}
    </Box>
  );
}
