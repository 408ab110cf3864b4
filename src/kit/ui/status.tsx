import { styled } from '@mui/material/styles';
import { host, type StatusLook } from '#kit/host.ts';

const isStrong = (tone: StatusLook['tone']) => tone === 'error' || tone === 'warning';

const Pill = styled('span')<{ tone: StatusLook['tone'] }>(({ theme, tone }) => {
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

export const statusLabel = (fieldName: string, value: string): string => host.statusLook(fieldName, value).label;

/** Icon, word and colour, so that no meaning depends on colour alone. */
export function StatusMark({ fieldName = '', value, label }: { fieldName?: string; value: string; label?: string }) {
  const mark = host.statusLook(fieldName, value);
  const text = label ?? mark.label;
  const isLong = text.length > 16;
  return (
    <Pill tone={mark.tone} data-long={isLong || undefined} title={isLong ? text : undefined}>
      <svg width="14" height="14" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
        <path d={mark.path ?? 'M8 7.2a.8.8 0 110 1.6.8.8 0 010-1.6'} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {text}
    </Pill>
  );
}
