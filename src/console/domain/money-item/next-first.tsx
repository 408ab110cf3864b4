import Button from '@mui/material/Button';
import { useMemo, useState, type ComponentProps } from 'react';
import { useSearchParam } from '#kit/address/address.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { ItemGrid } from './grid.tsx';
import { byDate, type MoneyItem } from './item.ts';
import { standard } from './resource.ts';

/** What is to come by date, then what failed, newest first; then what is paid. */
function ordered(items: readonly MoneyItem[]) {
  const at = (...stages: string[]) => items.filter((it) => stages.includes(it.stage ?? 'scheduled'));
  const first = [...byDate(at('scheduled', 'underway')), ...byDate(at('unpaid', 'cancelled')).toReversed()];
  return { first, paid: byDate(at('paid')).toReversed() };
}

/** The items of one contract, the next one first. What is paid is folded away, unless the address names one of it. */
export function NextFirst(props: Omit<ComponentProps<typeof ItemGrid>, 'rows'>) {
  const { resource = standard, items } = props;
  const { first, paid } = useMemo(() => ordered(items), [items]);
  const [linked] = useSearchParam(resource.noun);
  const [isUnfolded, setUnfolded] = useState(false);
  const isFolded =
    !isUnfolded && first.length > 0 && paid.length > 1 && !paid.some((it) => String(it.number) === linked);
  return (
    <div>
      <ItemGrid {...props} rows={isFolded ? first : [...first, ...paid]} />
      {isFolded && (
        <Button fullWidth startIcon={<Icon name="down" size={16} />} onClick={() => setUnfolded(true)}>
          Show {paid.length} paid
        </Button>
      )}
    </div>
  );
}
