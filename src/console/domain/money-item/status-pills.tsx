import Box from '@mui/material/Box';
import { use } from 'react';
import { createPortal } from 'react-dom';
import { stageOf } from '#answers/statuses.ts';
import { BarSlots } from '#kit/list/filter-bar.tsx';
import { PillToggle } from '#kit/list/pill.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { statusLabel } from '#kit/ui/status.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import type { MoneyItem } from './item.ts';
import type { MoneyItemResource } from './resource.ts';

const stages = ['scheduled', 'underway', 'unpaid', 'paid', 'cancelled'];
/** Life-cycle order, unknown statuses last. */
const rank = (code: string) => (stages.indexOf(stageOf(code) ?? '') + stages.length + 1) % (stages.length + 1);

interface StatusCount {
  code: string;
  count: number;
}

/** Of records in memory. */
export function countByStatus(items: readonly Pick<MoneyItem, 'status'>[]): StatusCount[] {
  const counts = new Map<string, number>();
  for (const { status } of items) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([code, count]) => ({ code, count }));
}

/** A pill for each status, with its count, that filters by it. They are in the filter bar. */
export function StatusPills(props: {
  fieldName: MoneyItemResource['status'];
  /** Of the rows that other filters leave. */
  statuses: readonly StatusCount[];
  value: string;
  onChange: (code: string) => void;
}) {
  const { fieldName, statuses, value, onChange } = props;
  const bar = use(BarSlots);
  const isListed = value === '' || statuses.some((it) => it.code === value);
  const all = (isListed ? statuses : [...statuses, { code: value, count: 0 }]).toSorted(
    (one, other) => rank(one.code) - rank(other.code),
  );
  const pills = (
    <Box
      role="group"
      aria-label="Filter by status"
      sx={bar ? { display: 'contents' } : { display: 'flex', flexWrap: 'wrap', gap: 1, minHeight: { xs: 44, sm: 36 } }}
    >
      {all.map(({ code, count }) => (
        <PillToggle
          key={code}
          isOn={value === code}
          disabled={code === ''}
          onClick={() => onChange(value === code ? '' : code)}
        >
          {code ? statusLabel(fieldName, code) : 'No status'}
          <Muted component="span">{formatCount(count)}</Muted>
        </PillToggle>
      ))}
    </Box>
  );
  return bar ? bar.statuses && createPortal(pills, bar.statuses) : pills;
}
