import { styled } from '@mui/material/styles';
import { normalStatus } from '#answers/statuses.ts';
import { config } from '#console/api/config.ts';
import { isFieldName } from '#contract/fields.ts';

type Tone = 'success' | 'error' | 'warning' | 'info' | 'muted';

/** Icon, word and colour, so that no meaning depends on colour alone. Paths in a 16 by 16 box. */
const marks: Record<string, { label: string; tone: Tone; path: string }> = {
  ACTIVE: { label: 'Active', tone: 'success', path: 'M3 8.5l3.2 3.2L13 5' },
  PAID: { label: 'Paid', tone: 'success', path: 'M3 8.5l3.2 3.2L13 5' },
  SUCCESS: { label: 'Success', tone: 'success', path: 'M3 8.5l3.2 3.2L13 5' },
  COMPLETED: { label: 'Completed', tone: 'muted', path: 'M3 8.5l3.2 3.2L13 5' },
  PENDING: { label: 'Pending', tone: 'warning', path: 'M8 2.5a5.5 5.5 0 110 11 5.5 5.5 0 010-11M8 5v3.2l2.2 1.4' },
  SCHEDULED: { label: 'Scheduled', tone: 'info', path: 'M8 2.5a5.5 5.5 0 110 11 5.5 5.5 0 010-11M8 5v3.2l2.2 1.4' },
  WAITING: {
    label: 'Waiting for release',
    tone: 'warning',
    path: 'M8 2.5a5.5 5.5 0 110 11 5.5 5.5 0 010-11M8 5v3.2l2.2 1.4',
  },
  SENT_BACK: { label: 'Returned', tone: 'warning', path: 'M13 8H4M7 4.5L3.5 8 7 11.5' },
  MISSED: { label: 'Missed', tone: 'warning', path: 'M4 4l8 8M12 4l-8 8' },
  SUBMITTED: { label: 'Submitted', tone: 'info', path: 'M2.5 8h10M9 4.5L12.5 8 9 11.5' },
  TRACKING: { label: 'In tracking', tone: 'info', path: 'M13 8a5 5 0 11-1.6-3.7M11.5 1.8v2.7H8.8' },
  UNPAID: { label: 'Unpaid', tone: 'error', path: 'M4 4l8 8M12 4l-8 8' },
  FAILED: { label: 'Failed', tone: 'error', path: 'M4 4l8 8M12 4l-8 8' },
  REJECTED: { label: 'Rejected', tone: 'error', path: 'M4 4l8 8M12 4l-8 8' },
  CANCELLED: { label: 'Cancelled', tone: 'muted', path: 'M8 2.5a5.5 5.5 0 110 11 5.5 5.5 0 010-11M4.2 4.2l7.6 7.6' },
};

const known = (value: string) => (Object.hasOwn(marks, value) ? marks[value] : undefined);

const isStrong = (tone: Tone) => tone === 'error' || tone === 'warning';

const Pill = styled('span')<{ tone: Tone }>(({ theme, tone }) => {
  const { palette } = theme.vars ?? theme;
  const ink = tone === 'muted' ? palette.text.secondary : palette[tone].main;
  return {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    maxWidth: '100%',
    boxSizing: 'border-box',
    minHeight: 24,
    padding: '0 8px 0 6px',
    // Forced colours remove the background and show the border.
    border: '1px solid transparent',
    borderRadius: 12,
    background: `color-mix(in srgb, ${ink} ${isStrong(tone) ? 14 : 9}%, ${palette.background.paper})`,
    color: ink,
    fontSize: '0.8125rem',
    fontWeight: isStrong(tone) ? 600 : 400,
    lineHeight: '22px',
    verticalAlign: 'middle',
    whiteSpace: 'nowrap',
    // A label of another service may be long: wrap it.
    '&[data-long]': { lineHeight: '15px', whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'left' },
    '& svg': { flex: 'none' },
  };
});

/** The label from the configuration or from `marks`; an unknown status is unchanged. */
export const statusLabel = (fieldName: string, value: string): string =>
  (isFieldName(fieldName)
    ? config().codes[fieldName]?.find((it) => normalStatus(it.code) === normalStatus(value))?.label
    : undefined) ??
  known(normalStatus(value))?.label ??
  value;

export function StatusMark({ fieldName, value, label }: { fieldName?: string; value: string; label?: string }) {
  const mark = known(normalStatus(value));
  const text = label ?? statusLabel(fieldName ?? '', value);
  const isLong = text.length > 16;
  return (
    <Pill tone={mark?.tone ?? 'muted'} data-long={isLong || undefined} title={isLong ? text : undefined}>
      <svg width="14" height="14" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
        <path d={mark?.path ?? 'M8 7.2a.8.8 0 110 1.6.8.8 0 010-1.6'} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {text}
    </Pill>
  );
}
