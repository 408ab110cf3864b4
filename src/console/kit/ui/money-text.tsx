import Box from '@mui/material/Box';
import { centsOf } from '#rules/money.ts';
import { centsText } from './sums.ts';

type Props = { amount: number; cents?: never } | { cents: number | null; amount?: never };

/**
 * `amount` from the service, or `cents`, null if there is no sum. An amount with fractions of a cent is shown
 * unrounded.
 */
export function MoneyText({ amount, cents }: Props) {
  // A service may return other types than number.
  const whole = amount === undefined ? cents : centsOf(amount);
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {whole === undefined ? String(amount) : centsText(whole)}
    </Box>
  );
}
