import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatCount } from './sums.ts';

interface Props {
  /** The bar's accessible name. */
  label: string;
  done: number;
  total: number;
  /** Follows `12 of 500`. */
  text: string;
  stop?: { label: string; act(): void } | false;
}

export const RunProgress = ({ label, done, total, text, stop }: Props) => (
  <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
    <Box component="progress" aria-label={label} max={total} value={done} sx={{ flex: '1 1 160px', maxWidth: 360 }} />
    <Typography role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {formatCount(done)} of {formatCount(total)} {text}
    </Typography>
    {stop && (
      <Button size="small" color="error" variant="outlined" onClick={stop.act}>
        {stop.label}
      </Button>
    )}
  </Stack>
);
