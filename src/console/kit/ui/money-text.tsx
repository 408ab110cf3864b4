import Box from '@mui/material/Box';
import { centsOf } from '#rules/money.ts';
import { centsText } from './sums.ts';

type Props = { amount: number; cents?: never } | { cents: number | null; amount?: never };

/**
 * An amount of the wire, or a sum in whole cents, null where there is none. An amount that is no whole cents is shown as it
 * came rather than rounded.
 */
export function MoneyText({ amount, cents }: Props) {
  // Whatever its type says: another service may write something else.
  const whole = amount === undefined ? cents : centsOf(amount);
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {whole === undefined ? String(amount) : centsText(whole)}
    </Box>
  );
}
