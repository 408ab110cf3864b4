import Typography from '@mui/material/Typography';
import { useToday } from '#console/session/today.ts';
import { formatField } from '#kit/ui/format.tsx';
import { PlainTable, type PlainColumn } from '#kit/ui/plain-table.tsx';
import { formatCents } from '#rules/money.ts';
import type { SchedulePair } from './compare.ts';
import { ScheduledDate } from './table.tsx';

const verdictText: Record<SchedulePair['verdict'], string> = {
  same: 'as expected',
  date: 'other date',
  amount: 'other amount',
  both: 'other date and amount',
  missing: 'not created',
  extra: 'not expected',
};

const columns: PlainColumn[] = [
  { label: '#', isNumber: true },
  { label: 'Created' },
  { label: 'Amount', isNumber: true },
  { label: 'Expected' },
  { label: 'Expected amount', isNumber: true },
  { label: 'Result' },
];

function Mark({ verdict }: Pick<SchedulePair, 'verdict'>) {
  const isSame = verdict === 'same';
  return (
    <Typography
      component="span"
      variant="body2"
      sx={{ color: isSame ? 'text.secondary' : 'warning.main', fontWeight: isSame ? 400 : 600 }}
    >
      <span aria-hidden="true">{isSame ? '✓ ' : '≠ '}</span>
      {verdictText[verdict]}
    </Typography>
  );
}

/** Created next to expected instalments or payments; nothing if they are equal. */
export function Comparison({ label, pairs }: { label: string; pairs: readonly SchedulePair[] }) {
  const today = useToday();
  if (pairs.every((pair) => pair.verdict === 'same')) return null;
  const date = (at: string | null | undefined) =>
    at ? <ScheduledDate at={at} today={today} shown={formatField('InstalmentActionDate', at)} /> : '—';
  return (
    <PlainTable
      maxHeight={600}
      label={label}
      columns={columns}
      rows={pairs.map((pair, index) => ({
        key: index,
        cells: [
          pair.made?.InstalmentSequence ?? '',
          date(pair.made?.InstalmentActionDate),
          formatField('InstalmentAmount', pair.made?.InstalmentAmount),
          date(pair.expected?.InstalmentActionDate),
          pair.expected ? formatCents(pair.expected.InstalmentCents) : '—',
          <Mark key="mark" verdict={pair.verdict} />,
        ],
      }))}
    />
  );
}
