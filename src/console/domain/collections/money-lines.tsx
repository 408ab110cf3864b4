import Box from '@mui/material/Box';
import { MoneyText } from '#kit/ui/money-text.tsx';
import type { Money } from './money.ts';

export const MoneyLines = ({ money }: { money: readonly Money[] }) =>
  money.map(({ kind, label, cents, currency }) => (
    <Box key={kind} component="span" sx={{ display: 'block', lineHeight: 1.35, whiteSpace: { sm: 'nowrap' } }}>
      <Box component="span" sx={{ mr: 0.25, color: 'text.secondary', fontSize: '0.8125rem', fontWeight: 400 }}>
        {label}
      </Box>{' '}
      <MoneyText cents={cents} currency={currency} />
    </Box>
  ));
