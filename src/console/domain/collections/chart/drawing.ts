import { styled } from '@mui/material/styles';
import { normalStatus } from '#answers/statuses.ts';
import type { ChartSeries } from './shape.ts';

const tones: Record<string, string> = {
  PAID: 'success',
  COMPLETED: 'success',
  UNPAID: 'error',
  FAILED: 'error',
  REJECTED: 'error',
  TRACKING: 'warning',
  SUBMITTED: 'info',
  SCHEDULED: 'info',
  CANCELLED: 'secondary',
};
// Red is for what someone must act on.
const others = ['primary', 'info', 'warning', 'secondary'];

/** The colour of the status's icon, another for money out, else the palette in turn. */
export const colourOf = ({ key, status }: ChartSeries, index: number): string => {
  const tone = key.startsWith('out ') ? undefined : tones[normalStatus(status)];
  return `var(--mui-palette-${tone ?? others[index % others.length]}-main)`;
};

export const ChartDrawing = styled('svg')(({ theme }) => ({
  display: 'block',
  width: '100%',
  height: 'auto',
  overflow: 'visible',
  '& text': { fill: theme.vars.palette.text.secondary, fontSize: 11, fontVariantNumeric: 'tabular-nums' },
  '& [data-dim]': { opacity: 0.35 },
  '& line': { stroke: theme.vars.palette.divider },
  // A tint is lost in forced colours; the day's name in the tooltip is not.
  '& [data-free]': { fill: `color-mix(in srgb, ${theme.vars.palette.warning.main} 9%, transparent)` },
}));
