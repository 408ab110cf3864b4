import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { stageOf } from '#answers/statuses.ts';
import { sumText } from '#console/domain/collections/day-groups.ts';
import { oneLine } from '#kit/list/one-line.ts';
import { StatusMark } from '#kit/ui/status.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import type { AcrossFigures } from './narrow.ts';

const Bar = styled('div')(({ theme }) => {
  const { palette } = theme.vars;
  return {
    display: 'flex',
    // A second line would move the rows when the figures come.
    ...oneLine,
    gap: 6,
    minHeight: 36,
    '& button': {
      all: 'unset',
      boxSizing: 'border-box',
      display: 'inline-flex',
      alignItems: 'center',
      gap: 8,
      minHeight: 36,
      padding: '0 10px',
      border: `1px solid ${palette.divider}`,
      borderRadius: 8,
      background: palette.background.paper,
      fontSize: '0.875rem',
      fontVariantNumeric: 'tabular-nums',
      cursor: 'pointer',
    },
    '& button:hover': { background: palette.action.hover },
    '& button[aria-pressed=true]': {
      borderColor: palette.primary.main,
      boxShadow: `inset 0 0 0 1px ${palette.primary.main}`,
    },
    '& button:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: 1 },
    [theme.breakpoints.down('md')]: {
      gap: 8,
      minHeight: 52,
      '& button': { minHeight: 44 },
    },
  };
});

const stages = ['scheduled', 'underway', 'unpaid', 'paid', 'cancelled'];
/** Life-cycle order, unknown statuses last. */
const rank = (code: string) => (stages.indexOf(stageOf(code) ?? '') + stages.length + 1) % (stages.length + 1);

export function StatusChips(props: {
  figures: AcrossFigures | undefined;
  value: string;
  onChange: (code: string) => void;
  children?: ReactNode;
}) {
  const { figures, value, onChange, children } = props;
  const statuses = (figures?.statuses ?? []).toSorted((one, other) => rank(one.code) - rank(other.code));
  const codes = new Set(statuses.map((it) => it.code));
  const all = value && !codes.has(value) ? [...statuses, { code: value, count: 0, cents: 0 }] : statuses;
  return (
    <Bar role="group" aria-label="Filter by status">
      {/* First, so that it doesn't move when the statuses load. */}
      {children}
      {all.map(({ code, ...sum }) => (
        <button
          key={code}
          type="button"
          aria-pressed={value === code}
          disabled={code === ''}
          onClick={() => onChange(value === code ? '' : code)}
        >
          {code ? <StatusMark fieldName="InstalmentStatus" value={code} /> : 'No status'}
          <span>
            {formatCount(sum.count)}, {sumText(sum)}
          </span>
        </button>
      ))}
    </Bar>
  );
}
