import Box from '@mui/material/Box';
import { formatCents, toCents } from '../../rules/money.ts';

type Props = { amount: number; cents?: never } | { cents: number; amount?: never };

/** An amount of the wire, or whole cents. An amount that is no whole cents is shown as it came rather than rounded. */
export function MoneyText({ amount, cents }: Props) {
  const whole = amount === undefined ? cents : toCents(amount);
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {whole === undefined ? String(amount) : formatCents(whole)}
    </Box>
  );
}
