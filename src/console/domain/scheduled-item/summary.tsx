import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { inOrder } from '#console/domain/statuses.ts';
import { StatusMark } from '#console/kit/ui/status.tsx';
import { countAndSumOf } from '#console/kit/ui/sums.ts';
import type { ScheduledItem } from './progress.ts';

/** Count and sum of each status. */
export function StatusSummary({
  items,
  noun,
  fieldName,
}: {
  items: readonly ScheduledItem[];
  noun: 'instalment' | 'payment';
  /** Of the status, which has names of its own. */
  fieldName: 'InstalmentStatus' | 'PaymentStatus';
}) {
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 0.5, mb: 1 }}>
      {inOrder(items.map((item) => item.status)).map((status) => (
        <Stack key={status} direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          {status ? <StatusMark fieldName={fieldName} value={status} /> : <span>No status</span>}
          <Typography variant="body2" color="textSecondary">
            {countAndSumOf(
              noun,
              items.filter((item) => item.status === status).map((item) => item.amount),
            )}
          </Typography>
        </Stack>
      ))}
    </Stack>
  );
}
