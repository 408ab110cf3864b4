import Typography from '@mui/material/Typography';
import { useReadOfRecord } from '#console/api/client.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import type { ContractId } from '#console/model/contract-id.ts';
import { Skeletons } from '#kit/ui/states.tsx';
import { countText } from '#kit/ui/sums.ts';
import { dateOf } from '#rules/calendar.ts';
import { fullDayText } from '#rules/day-text.ts';
import type { Planned } from '#rules/schedule.ts';
import { compareSchedules } from './compare.ts';
import { Comparison } from './comparison.tsx';

/**
 * Compares a new contract's instalments with the expected ones; shows both if they differ. `expected` is missing
 * without an estimate.
 */
export function ScheduleVerdict({ contract, expected }: { contract: ContractId; expected?: readonly Planned[] }) {
  const read = useReadOfRecord('instalmentList', contract);
  if (read.isLoading) return <Skeletons rows={1} height={24} />;
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  const made = read.data?.records ?? [];
  const pairs = compareSchedules(expected ?? [], made);
  const same = pairs.filter((pair) => pair.verdict === 'same').length;
  const all = Math.max(expected?.length ?? 0, made.length);
  const first = made.map((it) => dateOf(it.InstalmentActionDate ?? '')).toSorted()[0];
  return (
    <>
      <Typography sx={{ minHeight: 24 }}>
        {expected && same < all
          ? `${same} of ${all} instalments created, as previewed`
          : `${countText(made.length, ['instalment', 'instalments'])} scheduled${first ? `, from ${fullDayText(first)}` : ''}`}
      </Typography>
      {expected && <Comparison label="Instalments created, beside those expected" pairs={pairs} />}
    </>
  );
}
