import Button from '@mui/material/Button';
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
          {status ? <StatusMark fieldName="InstalmentStatus" value={status} /> : <span>status not returned</span>}
          <Typography variant="body2" color="textSecondary">
            {countAndSum(list.filter((it) => statusOf(it) === status))}
          </Typography>
        </Stack>
      ))}
    </Stack>
  );
}

/** What is selected, counted and summed, and what can be done with it; always there, so that no row moves when one is chosen. */
export function SelectionBar({
  chosen,
  open,
  onAll,
  onNone,
  onCancel,
}: {
  chosen: readonly Instalment[];
  /** Those that can be selected. */
  open: readonly Instalment[];
  onAll: () => void;
  onNone: () => void;
  onCancel: () => void;
}) {
  const count = chosen.length;
  return (
    <Stack
      direction="row"
      useFlexGap
      role="group"
      aria-label="Selected instalments"
      sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1, minHeight: 36, mb: 1 }}
    >
      {count < open.length && (
        <Button size="small" onClick={onAll}>
          Select all {open.length} that can be changed
        </Button>
      )}
      {count > 0 && (
        <>
          <Typography role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {countAndSum(chosen)} selected
          </Typography>
          <Button size="small" onClick={onNone}>
            Select none
          </Button>
          <Button size="small" variant="outlined" color="error" onClick={onCancel}>
            Cancel {count === 1 ? '1 instalment' : `${count} instalments`}…
          </Button>
        </>
      )}
    </Stack>
  );
}
