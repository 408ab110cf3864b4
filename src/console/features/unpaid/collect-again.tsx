import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { sorted } from '#console/kit/grid/sort.ts';
import { Page } from '#console/kit/ui/page.tsx';
import { EmptyState, ErrorState, Skeletons } from '#console/kit/ui/states.tsx';
import { countText } from '#console/kit/ui/sums.ts';
import { newestFirst } from './desk.ts';
import { useKept } from './kept.ts';
import { Prepare } from './prepare.tsx';
import { useDesk } from './use-desk.ts';

/** New instalments for the debits chosen on Unpaid. */
export function CollectAgain() {
  const { href } = useTenant();
  const { search } = useLocation();
  const { range, unpaid, rows } = useDesk();
  const { get } = useKept();
  const chosen = useMemo(() => new Set(get().collecting), [get]);
  const list = sorted(
    rows.filter((it) => chosen.has(it.key)),
    newestFirst,
  );
  const back = href(links.unpaid()) + search;
  const missing = chosen.size - list.length;
  return (
    <Page
      title="Collect again"
      count={unpaid.isLoading ? '' : countText(list.length, ['debit', 'debits'])}
      back={{ to: back, label: 'Unpaid' }}
    >
      {unpaid.isLoading ? (
        <Skeletons rows={10} />
      ) : unpaid.error ? (
        <ErrorState error={unpaid.error} retry={unpaid.retry} />
      ) : list.length === 0 ? (
        <EmptyState
          drawing="unpaid"
          title="No debits to collect again"
          action={
            <Button variant="contained" component={Link} to={back}>
              Go to Unpaid
            </Button>
          }
        >
          Select debits on Unpaid first.
        </EmptyState>
      ) : (
        <Prepare list={list} missing={missing} from={range.from} back={back} />
      )}
    </Page>
  );
}
