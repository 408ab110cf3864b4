import { styled } from '@mui/material/styles';

/** Strokes above the line of a strip of debits, in a 120 by 76 box; `accent` is what the eye should meet. */
const drawings = {
  contracts: {
    plain: 'M43 58V10h24l10 10v38M67 10v10h10M51 28h18M51 36h18',
    accent: 'M52 47.5c3-5 5 3 8-2s4 2 8-1',
  },
  instalments: {
    plain: 'M36 58V16h48v42M36 28h48M47 11v10M73 11v10M46 37h6M57 37h6M68 37h6M46 47h6',
    accent: 'M65 41.5 59.5 47l5.5 5.5 5.5-5.5z',
  },
  unpaid: {
    plain: 'M60 56a22 22 0 1 0 0-44 22 22 0 0 0 0 44',
    accent: 'm50 34 7 8 14-16',
  },
  payouts: {
    plain: 'M34 58V20h52v38M34 30h52M42 48h14',
    accent: 'M66 44h20m-6-6 6 6-6 6',
  },
  clients: {
    plain: 'M38 58c0-12 9-18 22-18s22 6 22 18',
    accent: 'M60 34a11 11 0 1 0 0-22 11 11 0 0 0 0 22',
  },
  search: {
    plain: 'M56 48a18 18 0 1 0 0-36 18 18 0 0 0 0 36M69 43l14 14',
    accent: 'M48 30h16',
  },
} as const;

export type DrawingName = keyof typeof drawings;

const Lines = styled('svg')(({ theme }) => ({
  fill: 'none',
  stroke: theme.vars.palette.text.secondary,
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  '& [data-ground]': { stroke: theme.vars.palette.divider },
  '& [data-accent]': { stroke: theme.vars.palette.primary.main, strokeWidth: 2 },
}));

/** A line drawing for an empty page, on the strip that contracts have: paid, today, scheduled. */
export const EmptyDrawing = ({ name }: { name: DrawingName }) => (
  <Lines viewBox="0 0 120 76" width={120} height={76} aria-hidden focusable="false">
    <path data-ground d="M4 66h112" />
    <path d={drawings[name].plain} />
    <path data-accent d={drawings[name].accent} />
    <circle cx="14" cy="66" r="3" fill="currentColor" stroke="none" opacity=".45" />
    <circle cx="106" cy="66" r="3" fill="none" />
  </Lines>
);
