import Box from '@mui/material/Box';
import { centsOf } from '#rules/money.ts';
import { centsText } from './sums.ts';

type Props = ({ amount: number | string; cents?: never } | { cents: number | null; amount?: never }) & {
  /** Unless it is the merchant's own. */
  currency?: string;
  /** A figure: its cents are small and grey. */
  isLarge?: boolean;
};

/**
 * `amount` from the service, or `cents`, null if there is no sum. An amount with fractions of a cent is shown
 * unrounded.
 */
export function MoneyText({ amount, cents, currency, isLarge = false }: Props) {
  // A service may return other types than number.
  const whole = amount === undefined ? cents : centsOf(amount);
  const text = whole === undefined ? String(amount) : centsText(whole, currency);
  const comma = isLarge ? text.lastIndexOf(',') : -1;
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {comma < 0 ? text : text.slice(0, comma)}
      {comma >= 0 && (
        <Box component="small" sx={{ color: 'text.secondary', fontSize: '0.62em', fontWeight: 400 }}>
          {text.slice(comma)}
        </Box>
      )}
    </Box>
  );
}
