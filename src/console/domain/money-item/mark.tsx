import type { Theme } from '@mui/material/styles';

/** Each mark has a shape of its own, so that none depends on its colour. Paths in a 16 by 16 box. */
export const marks = {
  paid: { label: 'Paid', tone: 'success', fill: true, path: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2' },
  unpaid: { label: 'Unpaid', tone: 'error', path: 'M3 3l10 10M13 3 3 13' },
  underway: { label: 'Under way', tone: 'info', path: 'M2 8h11M9 3.5 13.5 8 9 12.5' },
  next: { label: 'Next', tone: 'info', path: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2v12' },
  holiday: { label: 'On a weekend or holiday', tone: 'warning', path: 'M8 2l6 6-6 6-6-6z' },
  scheduled: { label: 'Scheduled', tone: 'muted', path: 'M8 3a5 5 0 1 1 0 10A5 5 0 0 1 8 3' },
  cancelled: { label: 'Cancelled', tone: 'muted', path: 'M3 8h10' },
  unknown: { label: 'Status not known', tone: 'muted', path: 'M8 7.5v1' },
} as const;
export type MarkName = keyof typeof marks;

export function Mark({ name, size = 16 }: { name: MarkName; size?: number }) {
  const { tone, path } = marks[name];
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" data-tone={tone} data-mark={name} aria-hidden>
      <path d={path} strokeLinecap="round" strokeLinejoin="round" />
      {name === 'next' && <path d="M8 2a6 6 0 0 0 0 12z" fill="currentColor" />}
    </svg>
  );
}

/** Of the marks inside an element. */
export const markColours = ({ vars: { palette } }: Theme) => ({
  '& svg': { flex: 'none', fill: palette.background.paper, stroke: 'currentColor', strokeWidth: 2 },
  '& [data-mark=unpaid]': { strokeWidth: 2.6 },
  '& [data-mark=paid]': { fill: 'currentColor' },
  '& [data-mark=scheduled]': { strokeWidth: 1.5 },
  '& [data-tone=success]': { color: palette.success.main },
  '& [data-tone=error]': { color: palette.error.main },
  '& [data-tone=info]': { color: palette.info.main },
  '& [data-tone=warning]': { color: palette.warning.main },
  '& [data-tone=muted]': { color: palette.text.secondary },
});
