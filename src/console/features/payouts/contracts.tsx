import { dayText } from '../../../rules/day-text.ts';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { segmentOfRecord } from '../../api/contract-id.ts';
import { links } from '../../domain/links.ts';
import { ActionButton } from '../../kit/list/action-button.tsx';
import { ChoiceFilter } from '../../kit/list/choice-filter.tsx';
import { FindBox } from '../../kit/list/find-box.tsx';
import { useFound, useListed } from '../../kit/list/search.ts';
import type { Column } from '../../kit/grid/columns.ts';
import { useUrlSort } from '../../kit/grid/sort.ts';
import { Grid } from '../../kit/grid/grid.tsx';
import { MoneyText } from '../../kit/ui/money-text.tsx';
import { Page } from '../../kit/ui/page.tsx';
import { payoutOf, payoutsOf, type PayoutSum } from './sums.ts';
import { useSearchParam } from '../../kit/list/search-param.ts';
import { EmptyState } from '../../kit/ui/states.tsx';
import { useToday } from '../../session/today.ts';
import { useContractHref } from '../../domain/use-contract-href.ts';
import { useTenant } from '../../api/tenant.ts';
import { contractsSeen, useRecentRecords } from '../../session/recent-records.ts';

const money = (fieldName: 'total' | 'paid' | 'ahead', label: string, width: number): Column<PayoutSum> => ({
  fieldName,
  label,
  align: 'right',
  width,
  // Of what is not known nothing is said, not even a zero.
  cell: (it) => (it[fieldName] === undefined ? '—' : <MoneyText cents={it[fieldName] as number | null} />),
});

const columns: Column<PayoutSum>[] = [
  { fieldName: 'ContractSequence', label: 'ID', width: 100 },
  { fieldName: 'ClientNumber', label: 'Client', width: 118 },
  { fieldName: 'ContractNumber', label: 'Contract', width: 134 },
  { fieldName: 'payments', label: 'Payments', align: 'right', width: 104 },
  money('total', 'All payments', 156),
  money('paid', 'Paid', 146),
  money('ahead', 'To come', 156),
  { fieldName: 'next', label: 'Next date', width: 120, cell: (it) => dayText(it.next ?? '—') },
  {
    fieldName: 'nextAmount',
    label: 'Next amount',
    align: 'right',
    width: 130,
    cell: (it) => it.nextAmount !== undefined && <MoneyText amount={it.nextAmount} />,
  },
];

const filters = [
  { code: 'ahead', label: 'With payments to come' },
  { code: 'over', label: 'Nothing to come' },
];

const sumOf = (rows: readonly PayoutSum[], fieldName: 'total' | 'paid' | 'ahead') => (
  <MoneyText
    cents={rows.reduce<number | null>((sum, { [fieldName]: it }) => (sum === null || it == null ? null : sum + it), 0)}
  />
);

/** Whether more is to come; undefined where nobody knows. */
const isAhead = ({ ahead }: PayoutSum) => (ahead === undefined ? undefined : ahead !== 0);

/** One row for each contract, the first: after what is known of it come those of which less is known. */
function once(rows: readonly PayoutSum[]): PayoutSum[] {
  const known = new Map<string, PayoutSum>();
  for (const it of rows) if (!known.has(segmentOfRecord(it))) known.set(segmentOfRecord(it), it);
  return [...known.values()];
}

/** Payout contracts: found by their numbers, or listed from their payments, since the interface has no list of them. */
export function PayoutContracts() {
  const tenant = useTenant();
  const { href } = tenant;
  const hrefOf = useContractHref(links.payoutContract);
  useRecentRecords();
  const [text, setText] = useSearchParam('q');
  const [filter, setFilter] = useSearchParam('show');
  const sort = useUrlSort();
  const payments = useListed('payoutPaymentList', text);
  const contracts = useFound('payoutContractList', text);
  const { records, isUnlisted } = payments;
  const today = useToday();
  const sums = useMemo(() => payoutsOf(records, today), [records, today]);
  // Of a contract without a payment the payments cannot tell; one that was met in this session is known all the same.
  const others = text
    ? contracts.records.flatMap((it) => payoutOf(it, today))
    : [...contractsSeen(tenant, 'payouts').values()];
  const listed = once([...sums, ...others]);
  // What is not known to be otherwise stays.
  const rows = filter ? listed.filter((it) => isAhead(it) !== (filter === 'over')) : listed;
  const isLoading = payments.isLoading || contracts.isLoading;
  const isNarrowed = text !== '' || filter !== '';
  const emptyTitle = isNarrowed
    ? 'No payout contract matches'
    : isUnlisted
      ? 'Find a payout contract by its numbers'
      : 'No payout contracts yet';
  const error = isUnlisted ? null : (payments.error ?? contracts.error);

  return (
    <Page
      title="Payout contracts"
      lead={
        isUnlisted
          ? 'Payout contracts cannot all be listed here. These are from this session.'
          : !text && 'Listed from their payments. One without a payment is found by its numbers.'
      }
      actions={
        <ActionButton operation="payoutContractCreate" variant="contained" to={href(links.payoutContractCreate())}>
          New payout contract
        </ActionButton>
      }
    >
      <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'start', mb: 2 }}>
        <FindBox
          label="Find a payout contract"
          hint="Client number / contract number, either of them, or the contract ID"
          value={text}
          onFind={setText}
        />
        <ChoiceFilter label="Show" value={filter} options={filters} onChange={setFilter} />
      </Stack>
      {!isLoading && !error && rows.length > 0 && (
        <Typography variant="body2" color="textSecondary" component="output" sx={{ display: 'block', mb: 1 }}>
          {rows.length === 1 ? '1 payout contract' : `${rows.length} payout contracts`}
        </Typography>
      )}
      <Grid<PayoutSum>
        label="Payout contracts"
        rows={rows}
        columns={columns}
        status={{
          loading: isLoading,
          error,
          retry: () => {
            payments.retry();
            contracts.retry();
          },
        }}
        sort={sort}
        rowKey={segmentOfRecord}
        href={hrefOf}
        empty={
          <EmptyState title={emptyTitle}>
            {text && `Nothing was found for “${text}” as contract ID, client number or contract number.`}
            {!text && isUnlisted && 'Give a client number and a contract number, or the contract ID.'}
            {!text && !isUnlisted && !filter && 'A new payout contract creates its payments.'}
          </EmptyState>
        }
        totals={
          rows.length > 1
            ? {
                ContractSequence: 'All',
                payments: rows.reduce((sum, it) => sum + (it.payments ?? 0), 0),
                total: sumOf(rows, 'total'),
                paid: sumOf(rows, 'paid'),
                ahead: sumOf(rows, 'ahead'),
              }
            : undefined
        }
      />
    </Page>
  );
}
