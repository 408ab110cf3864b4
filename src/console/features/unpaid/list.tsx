import Link from '@mui/material/Link';
import { useMemo } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { Unnamed } from '#console/domain/client/names/name.tsx';
import { ReasonText } from '#console/domain/collections/reason.tsx';
import { links } from '#console/domain/links.ts';
import type { Column } from '#console/kit/grid/columns.ts';
import { Grid } from '#console/kit/grid/grid.tsx';
import type { Sort } from '#console/kit/grid/sort.ts';
import type { RowSelection } from '#console/kit/grid/use-row-selection.ts';
import { ActionButton } from '#console/kit/list/action-button.tsx';
import { SelectionBar } from '#console/kit/list/selection-bar.tsx';
import { countAndSumOf, whole } from '#console/kit/ui/sums.ts';
import { contractIdOf, nameOfId } from '#console/model/contract-id.ts';
import { dayText, minuteText } from '#rules/day-text.ts';
import type { DeskRow } from './desk.ts';
import type { Unpaid } from './rows.ts';

export const countAndSum = (list: readonly Unpaid[]): string =>
  countAndSumOf(
    'debit',
    list.map((it) => it.Amount),
  );

/** The selected debits, including filtered-out ones, and their actions. */
export function DebitBar({
  selected,
  shown,
  selection,
  isPreparing,
  onCollect,
  onMessage,
}: {
  selected: readonly DeskRow[];
  /** The debits that match the filters. */
  shown: readonly DeskRow[];
  selection: RowSelection<DeskRow>;
  /** A message is being prepared. */
  isPreparing: boolean;
  onCollect: () => void;
  onMessage: () => void;
}) {
  const clients = new Set(selected.flatMap((it) => it.ClientNumber ?? [])).size;
  const visible = shown.filter(selection.has).length;
  const hidden = selected.length - visible;
  return (
    <SelectionBar
      label="Selected debits"
      text={
        <>
          {selected.length === 0 ? 'Select debits to follow them up.' : `${countAndSum(selected)} selected`}
          {hidden > 0 && `, ${whole(hidden)} of them hidden by the filters`}
        </>
      }
      all={visible < shown.length ? { label: whole(shown.length), onSelect: () => selection.select(shown) } : undefined}
      onClear={selected.length > 0 ? selection.clear : undefined}
    >
      {selected.length > 0 && (
        <ActionButton operation="instalmentCreate" size="small" variant="contained" onClick={onCollect}>
          Collect again
        </ActionButton>
      )}
      {clients > 0 && (
        <ActionButton
          operation="templateSend"
          size="small"
          variant="outlined"
          loading={isPreparing}
          onClick={onMessage}
        >
          {clients === 1 ? 'Message 1 client' : `Message ${whole(clients)} clients`}
        </ActionButton>
      )}
    </SelectionBar>
  );
}

function Contract({ it }: { it: Unpaid }) {
  const { href } = useTenant();
  const id = contractIdOf(it);
  if (!id) return it.ContractNumber;
  return (
    <Link component={RouterLink} underline="always" to={href(links.contract(id))}>
      {it.ContractNumber || nameOfId(id)}
    </Link>
  );
}

export const debitName = (it: Unpaid & Pick<DeskRow, 'client'>): string =>
  [it.client, `contract ${it.ContractNumber ?? it.ContractSequence}`, dayText(it.TransactionDate ?? '')].join(', ');

export const sinceOf = (it: DeskRow, created: ReadonlySet<string>): string =>
  it.since || (created.has(it.key) ? 'new instalment created' : '');

export function UnpaidGrid({
  list: ordered,
  sort,
  selection,
  created,
  isLoading,
  onOpen,
}: {
  /** Already sorted by `sort`. */
  list: readonly DeskRow[];
  sort: Sort;
  selection: Pick<RowSelection<DeskRow>, 'has' | 'toggle'>;
  /** Keys of debits with a new instalment since the page was opened. */
  created: ReadonlySet<string>;
  isLoading: boolean;
  onOpen: (row: DeskRow) => void;
}) {
  const columns = useMemo(
    (): Column<DeskRow>[] => [
      {
        fieldName: 'client',
        label: 'Client',
        width: 204,
        cell: (it) => (
          <Link
            component="button"
            type="button"
            underline="hover"
            title={`${it.client} ${it.ClientNumber ?? ''}`}
            onClick={() => onOpen(it)}
            sx={{ verticalAlign: 'middle', font: 'inherit', fontWeight: 500 }}
          >
            {it.client && it.client === it.ClientNumber ? <Unnamed number={it.client} /> : it.client || 'Details'}
          </Link>
        ),
      },
      { fieldName: 'ContractNumber', label: 'Contract', priority: 3, width: 104, cell: (it) => <Contract it={it} /> },
      {
        fieldName: 'TransactionDate',
        label: 'Returned on',
        width: 112,
        cell: (it) => <span title={minuteText(it.TransactionDate ?? '')}>{dayText(it.TransactionDate ?? '')}</span>,
      },
      { fieldName: 'Amount', width: 108 },
      {
        fieldName: 'InstalmentResult',
        label: 'Reason',
        isPlain: true,
        width: 196,
        cell: (it) => <ReasonText code={it.InstalmentResult ?? ''} />,
      },
      {
        fieldName: 'since',
        label: 'Collected since',
        priority: 2,
        width: 256,
        // The longest usual text: one instalment created for several debits.
        growsTo: 370,
        cell: (it) => {
          const text = sinceOf(it, created);
          return text ? <span title={text}>{text}</span> : null;
        },
      },
    ],
    [created, onOpen],
  );
  const { has, toggle } = selection;
  const selectable = useMemo(() => ({ has, toggle, nameOf: debitName }), [has, toggle]);
  return (
    <Grid<DeskRow>
      label="Unpaid debits"
      rows={ordered}
      columns={columns}
      status={{ loading: isLoading }}
      sort={sort}
      empty={null}
      rowKey={(it) => it.key}
      selection={selectable}
    />
  );
}
