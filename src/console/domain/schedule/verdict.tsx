import Typography from '@mui/material/Typography';
import { formatCents } from '../../../rules/money.ts';
import type { Planned } from '../../../rules/schedule.ts';
import { useRead } from '../../api/client.ts';
import type { ContractId } from '../../api/contract-id.ts';
import { compareSchedules, type Pair } from './compare.ts';
import { useToday } from '../../session/today.ts';
import { show } from '../../kit/ui/format.tsx';
import { ScheduledDate, ScheduleTable } from './table.tsx';
import { ErrorState, Skeletons } from '../../kit/ui/states.tsx';

const says: Record<Pair['verdict'], string> = {
  same: 'as expected',
  date: 'other date',
  amount: 'other amount',
  both: 'other date and amount',
  missing: 'not created',
  extra: 'not expected',
};

export function Mark({ verdict }: Pick<Pair, 'verdict'>) {
  const isSame = verdict === 'same';
  return (
    <Typography
      component="span"
      variant="body2"
      sx={{ color: isSame ? 'text.secondary' : 'warning.main', fontWeight: isSame ? 400 : 600 }}
    >
      <span aria-hidden="true">{isSame ? '✓ ' : '≠ '}</span>
      {says[verdict]}
    </Typography>
  );
}

/** Whether a new contract has the instalments that were expected; where it has not, the two side by side. `expected` is absent when no estimate could be made. */
export function ScheduleVerdict({ contract, expected }: { contract: ContractId; expected?: readonly Planned[] }) {
  const read = useRead('instalmentList', contract);
  const today = useToday();
  if (read.isLoading) return <Skeletons rows={1} height={24} />;
  // A retrieve that finds nothing may answer 404: no instalment was made, which the comparison says.
  if (read.error && read.error.kind !== 'notFound')
    return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  const made = read.data?.records ?? [];
  const pairs = compareSchedules(expected ?? [], made);
  const same = pairs.filter((pair) => pair.verdict === 'same').length;
  const date = (at: string | null | undefined) =>
    at ? <ScheduledDate at={at} today={today} shown={show('InstalmentActionDate', at)} /> : '—';

  const isOther = expected !== undefined && same < pairs.length;
  return (
    <>
      <Typography sx={{ minHeight: 24 }}>
        {expected
          ? `${same} of ${Math.max(expected.length, made.length)} instalments as expected`
          : `${made.length} ${made.length === 1 ? 'instalment' : 'instalments'} scheduled`}
      </Typography>
      {isOther && (
        <ScheduleTable
          label="Instalments created, beside those expected"
          columns={[
            { label: '#', isNumber: true },
            { label: 'Created' },
            { label: 'Amount', isNumber: true },
            { label: 'Expected' },
            { label: 'Expected amount', isNumber: true },
            { label: 'Result' },
          ]}
          rows={pairs.map((pair, index) => ({
            key: index,
            cells: [
              pair.made?.InstalmentSequence ?? '',
              date(pair.made?.InstalmentActionDate),
              show('InstalmentAmount', pair.made?.InstalmentAmount),
              date(pair.expected?.InstalmentActionDate),
              pair.expected ? formatCents(pair.expected.InstalmentCents) : '—',
              <Mark key="mark" verdict={pair.verdict} />,
            ],
          }))}
        />
      )}
    </>
  );
}
