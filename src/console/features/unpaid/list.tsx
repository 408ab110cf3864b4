import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, useRef } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { contractIdOf, nameOfId } from '#console/api/contract-id.ts';
import { useTenant } from '#console/api/tenant.ts';
import { Unnamed } from '#console/domain/client/names/name.tsx';
import { ReasonText } from '#console/domain/collections/reason.tsx';
import { SelectBox } from '#console/domain/instalment/cells.tsx';
import { links } from '#console/domain/links.ts';
import type { Column } from '#console/kit/grid/columns.ts';
import { Grid } from '#console/kit/grid/grid.tsx';
import type { Sort } from '#console/kit/grid/sort.ts';
import { ActionButton } from '#console/kit/list/action-button.tsx';
import { countAndSumOf, whole } from '#console/kit/ui/sums.ts';
import { dayText, minuteText } from '#rules/day-text.ts';
import { between, type DeskRow } from './desk.ts';
import type { Unpaid } from './rows.ts';

export const countAndSum = (list: readonly Unpaid[]): string =>
  countAndSumOf(
    'debit',
    list.map((it) => it.Amount),
  );

/** What is selected, also what is out of sight, and what can be done with it. */
export function SelectionBar({
  selected,
  shown,
  isPreparing,
  onAll,
  onNone,
  onCollect,
  onMessage,
}: {
  selected: readonly DeskRow[];
  /** What the filters leave. */
  shown: readonly DeskRow[];
  /** A message is being prepared. */
  isPreparing: boolean;
  onAll: () => void;
  onNone: () => void;
  onCollect: () => void;
  onMessage: () => void;
}) {
  const clients = new Set(selected.flatMap((it) => it.ClientNumber ?? [])).size;
  const keys = new Set(selected.map((it) => it.key));
  const inSight = shown.filter((it) => keys.has(it.key)).length;
  const hidden = selected.length - inSight;
  return (
    <Stack
      direction="row"
      useFlexGap
      role="group"
      aria-label="Selected debits"
      sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1, minHeight: 40, mb: 1.5 }}
    >
      <Typography role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {selected.length === 0 ? 'Select debits to follow them up.' : `${countAndSum(selected)} selected`}
        {hidden > 0 && `, ${whole(hidden)} of them hidden by the filters`}
      </Typography>
      {selected.length > 0 && (
        <>
          <ActionButton operation="instalmentCreate" variant="contained" onClick={onCollect}>
            Collect again
          </ActionButton>
          {clients > 0 && (
            <ActionButton operation="templateSend" variant="outlined" loading={isPreparing} onClick={onMessage}>
              {clients === 1 ? 'Message 1 client' : `Message ${whole(clients)} clients`}
            </ActionButton>
          )}
        </>
      )}
      {inSight < shown.length && <Button onClick={onAll}>Select all {whole(shown.length)}</Button>}
      {selected.length > 0 && <Button onClick={onNone}>Clear selection</Button>}
    </Stack>
  );
}

/** The contract of a debit, and the way to it. */
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

/** How a debit is called where its row is not in sight. */
export const debitName = (it: Unpaid & Pick<DeskRow, 'client'>): string =>
  [it.client, `contract ${it.ContractNumber ?? it.ContractSequence}`, dayText(it.TransactionDate ?? '')].join(', ');

/** What followed a debit, as the list says it. */
export const sinceOf = (it: DeskRow, created: ReadonlySet<string>): string =>
  it.since || (created.has(it.key) ? 'new instalment created' : '');

/** The returned debits one by one. */
export function UnpaidGrid({
  list: ordered,
  sort,
  selected,
  created,
  isLoading,
  onSelect,
  onOpen,
}: {
  /** In the order of `sort`. */
  list: readonly DeskRow[];
  sort: Sort;
  selected: ReadonlySet<string>;
  /** For which a new instalment was created since the page was opened. */
  created: ReadonlySet<string>;
  isLoading: boolean;
  onSelect: (list: readonly DeskRow[], isOn: boolean) => void;
  onOpen: (row: DeskRow) => void;
}) {
  // Where the last selection began; with Shift the next one reaches from there.
  const from = useRef('');
  const columns = useMemo((): Column<DeskRow>[] => {
    const toggle = (it: DeskRow, isShift: boolean) => {
      const isOn = !selected.has(it.key);
      onSelect(isShift ? between(ordered, from.current, it.key) : [it], isOn);
      from.current = it.key;
    };
    return [
      {
        fieldName: 'client',
        label: 'Client',
        width: 204,
        cell: (it) => (
          <>
            <SelectBox name={debitName(it)} isOn={selected.has(it.key)} onToggle={(isRange) => toggle(it, isRange)} />{' '}
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
          </>
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
        // The longest of its usual texts: one instalment that was made for several debits.
        growsTo: 370,
        cell: (it) => {
          const text = sinceOf(it, created);
          return text ? <span title={text}>{text}</span> : null;
        },
      },
    ];
  }, [selected, ordered, created, onSelect, onOpen]);
  return (
    <Grid<DeskRow>
      label="Unpaid debits"
      rows={ordered}
      columns={columns}
      status={{ loading: isLoading }}
      sort={sort}
      empty={null}
      rowKey={(it) => it.key}
    />
  );
}
