import Stack from '@mui/material/Stack';
import { Muted } from '#kit/ui/muted.tsx';
import { StatusMark } from '#kit/ui/status.tsx';
import { countAndSum, statusesOf, type MoneyItem } from './item.ts';
import type { MoneyItemResource } from './resource.ts';

export function StatusSummary(props: { items: readonly MoneyItem[]; fieldName: MoneyItemResource['status'] }) {
  const { items, fieldName } = props;
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 0.5, mb: 1 }}>
      {statusesOf(items).map((status) => (
        <Stack key={status} direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          {status ? <StatusMark fieldName={fieldName} value={status} /> : <span>No status</span>}
          <Muted>{countAndSum(items.filter((item) => item.status === status))}</Muted>
        </Stack>
      ))}
    </Stack>
  );
}
