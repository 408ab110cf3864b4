import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { countAndSum, statusOf, type Instalment } from './totals.ts';
import { StatusMark } from '../../kit/ui/status.tsx';

/** Count and sum of each status. */
export function Summary({ list }: { list: readonly Instalment[] }) {
  const statuses = [...new Set(list.map(statusOf))];
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 0.5, mb: 1 }}>
      {statuses.map((status) => (
        <Stack key={status} direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          {status ? <StatusMark fieldName="InstalmentStatus" value={status} /> : <span>no status</span>}
          <Typography variant="body2" color="textSecondary">
            {countAndSum(list.filter((it) => statusOf(it) === status))}
          </Typography>
        </Stack>
      ))}
    </Stack>
  );
}
