import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { memo, useMemo, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { CallError } from '#console/api/errors.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links, withQuery } from '#console/domain/links.ts';
import { itemColumns } from '#console/domain/money-item/columns.tsx';
import { byDate, itemKey, sameDayIn, type Instalment, type MoneyItem } from '#console/domain/money-item/item.ts';
import { standard } from '#console/domain/money-item/resource.ts';
import { contractIdOf } from '#console/model/contract-id.ts';
import { Grid } from '#kit/grid/grid.tsx';
import { Icon } from '#kit/ui/icons.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { dateOf } from '#rules/calendar.ts';

const isPast = ({ stage }: MoneyItem) => stage === 'paid' || stage === 'unpaid' || stage === 'cancelled';

/** Scheduled debits, and past ones, that are shown before the rest is unfolded. */
const [mostAhead, mostPast] = [4, 4];

/** What is to come by date, then what is over, newest first; every unpaid debit is among the `first`. */
function ordered(items: readonly MoneyItem[]) {
  const ahead = byDate(items.filter((it) => !isPast(it)));
  const past = byDate(items.filter(isPast)).toReversed();
  const first = [
    ...ahead.slice(0, mostAhead),
    ...past.filter((it, index) => index < mostPast || it.stage === 'unpaid'),
  ];
  return { first, all: [...ahead, ...past] };
}

/** The debits of all contracts of a client, the next one first; each links to its day in its contract. */
export const ClientDebits = memo(function ClientDebits(props: {
  number: string;
  instalments: readonly Instalment[] | undefined;
  error: CallError | null;
  retry: () => void;
}) {
  const { number, instalments, error, retry } = props;
  const { href } = useTenant();
  const [isUnfolded, setUnfolded] = useState(false);
  const { first, all } = useMemo(() => ordered(instalments ?? []), [instalments]);
  const rows = isUnfolded ? all : first;
  const columns = useMemo(() => {
    const of = new Map(
      itemColumns({ resource: standard, items: all, sameDay: sameDayIn(all), isOfMany: true }).map((it) => [
        it.fieldName,
        it,
      ]),
    );
    const { date, amount, status, reason } = standard;
    const widths: Partial<Record<string, { width: number; growsTo?: number }>> = {
      [date]: { width: 176, growsTo: 216 },
      ContractNumber: { width: 108 },
      [reason]: { width: 190 },
    };
    return [date, 'ContractNumber', amount, status, reason].flatMap((fieldName) => {
      const column = of.get(fieldName);
      return column ? [{ ...column, ...widths[fieldName], priority: undefined }] : [];
    });
  }, [all]);
  return (
    // Without a heading, so that the first one is near the top.
    <section aria-label="Debits">
      <Grid<MoneyItem>
        label="Debits"
        rows={rows}
        columns={columns}
        status={{ loading: instalments === undefined && !error, error, retry }}
        rowKey={itemKey}
        href={(it) => {
          const id = contractIdOf(it);
          return (
            id && href(withQuery(links.contract(id), isPast(it) ? { day: dateOf(it.due) } : { instalment: it.number }))
          );
        }}
        empty={<EmptyState title="No debits yet">Nothing is scheduled for this client.</EmptyState>}
      />
      {/* With the rows, which would move it. */}
      {instalments && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mt: 1 }}>
          {rows.length < all.length && (
            <Button startIcon={<Icon name="down" size={16} />} onClick={() => setUnfolded(true)}>
              Show all {all.length} debits
            </Button>
          )}
          <Link
            component={RouterLink}
            to={href(links.reports('transactions', { ClientNumber: number, range: 'last-90-days' }))}
            variant="body2"
          >
            Open report
          </Link>
        </Box>
      )}
    </section>
  );
});
