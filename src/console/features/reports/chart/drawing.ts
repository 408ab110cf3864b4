import { styled } from '@mui/material/styles';
import type { Report } from '#console/domain/collections/report-list.ts';
import { measure, type Bar, type Series, type Shape } from './shape.ts';

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
const others = ['primary', 'info', 'warning', 'secondary', 'success', 'error'];

/** The colour of the status's icon, another for money out, else the palette in turn. */
export const colourOf = ({ key, status }: Series, index: number): string => {
  const tone = key.startsWith('out ') ? undefined : tones[status?.toUpperCase() ?? ''];
  return `var(--mui-palette-${tone ?? others[index % others.length]}-main)`;
};

export const Drawing = styled('svg')(({ theme }) => ({
  display: 'block',
  width: '100%',
  height: 'auto',
  overflow: 'visible',
  '& g[data-key]': { cursor: 'pointer' },
  // Covers the bar, so that narrow and low bars can be clicked.
  '& [data-hit]': { fill: 'transparent' },
  '& text': { pointerEvents: 'none', fill: theme.vars.palette.text.secondary, fontSize: 11 },
  '& g[data-key]:hover [data-hit]': { fill: theme.vars.palette.action.hover },
  '& g[data-dim] [data-part]': { opacity: 0.35 },
  '& [data-line]': { stroke: theme.vars.palette.divider },
}));

export interface ChartProps {
  report: Report;
  shape: Shape;
  nameOf(key: Bar['key']): string;
  chosen?: string | null;
  onChoose(key: string | null): void;
}

export interface DrawingProps extends ChartProps {
  label: string;
  width: number;
}

export const titleOf = ({ shape, nameOf }: ChartProps, bar: Bar): string => {
  const lines = shape.series.flatMap(({ label }, index) => {
    const value = bar.parts[index] ?? 0;
    return value > 0 || shape.series.length === 1 ? [`${label} ${measure(shape.unit, value)}`.trim()] : [];
  });
  return [`${nameOf(bar.key)}:`, ...lines].join(lines.length === 1 ? ' ' : '\n');
};
