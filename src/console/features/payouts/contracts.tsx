import { useMemo } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import { clientColumn, contractTexts } from '#console/domain/client/names/column.tsx';
import { useHasDigits, useNamed } from '#console/domain/client/names/named.ts';
import { links } from '#console/domain/links.ts';
import { ListPage } from '#console/domain/list/list-page.tsx';
import { NoMatch } from '#console/domain/list/no-match.tsx';
import { useFound, useListed } from '#console/domain/list/search.ts';
import { SectionTabs } from '#console/domain/list/section-tabs.tsx';
import { useContractHref } from '#console/domain/list/use-contract-href.ts';
import { payoutOf, payoutsOf, type PayoutSum } from '#console/domain/money-item/payout-sums.ts';
import { useHeldPayouts } from '#console/domain/waiting-payouts.tsx';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import { contractsSeen, useRecentRecords } from '#console/session/recent-records.ts';
import { useToday } from '#console/session/today.ts';
import { useSearchParam } from '#kit/address/address.ts';
import type { Column } from '#kit/grid/columns.ts';
import { useUrlSort } from '#kit/grid/sort.ts';
import { ActionButton } from '#kit/list/action-button.tsx';
import { ChoiceFilter } from '#kit/list/choice-filter.tsx';
import { joinedRows, useSearch } from '#kit/list/use-search.ts';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { dayText } from '#rules/day-text.ts';

const money = (
  fieldName: 'total' | 'paid' | 'ahead',
  label: string,
  more: Pick<Column<PayoutSum>, 'width' | 'priority' | 'isAmount'>,
): Column<PayoutSum> => ({
  fieldName,
  label,
  align: 'right',
  ...more,
  exported: [{ fieldName, label, kind: 'amount', value: (it) => (it[fieldName] == null ? null : it[fieldName] / 100) }],
  // No value, not even zero, if unknown.
  cell: (it) => (it[fieldName] === undefined ? '—' : <MoneyText cents={it[fieldName] as number | null} />),
});

const columns: Column<PayoutSum>[] = [
  clientColumn,
  { fieldName: 'ContractNumber', label: 'Contract', width: 124 },
  {
    fieldName: 'next',
    label: 'Next date',
    width: 126,
    cell: (it) => dayText(it.next ?? '—'),
    exported: [{ fieldName: 'next', label: 'Next date', kind: 'dateTime' }],
  },
  {
    fieldName: 'nextAmount',
    label: 'Next amount',
    align: 'right',
    width: 118,
    priority: 1,
    cell: (it) => it.nextAmount !== undefined && <MoneyText amount={it.nextAmount} />,
    exported: [{ fieldName: 'nextAmount', label: 'Next amount', kind: 'amount' }],
  },
  money('ahead', 'Still to pay', { width: 148, isAmount: true }),
  money('paid', 'Paid', { width: 140, priority: 3 }),
  money('total', 'All payments', { width: 144, priority: 3 }),
  {
    fieldName: 'payments',
    label: 'Payments',
    align: 'right',
    width: 100,
    priority: 5,
    exported: [{ fieldName: 'payments', label: 'Payments', kind: 'integer' }],
  },
  { fieldName: 'ContractSequence', label: 'ID', width: 92, priority: 6, exported: ['ContractSequence'] },
];

const filters = [
  { code: 'ahead', label: 'Upcoming' },
  { code: 'over', label: 'Finished' },
];

const sumOf = (rows: readonly PayoutSum[], fieldName: 'total' | 'paid' | 'ahead') => (
  <MoneyText
    cents={rows.reduce<number | null>((sum, { [fieldName]: it }) => (sum === null || it == null ? null : sum + it), 0)}
  />
);

/** Whether payments are scheduled; `undefined` if unknown. */
const isAhead = ({ ahead }: PayoutSum) => (ahead === undefined ? undefined : ahead !== 0);

/** Keeps the first row of each contract: rows with more data precede rows with less. */
function once(rows: readonly PayoutSum[]): PayoutSum[] {
  const known = new Map<string, PayoutSum>();
  for (const it of rows) if (!known.has(segmentOfRecord(it))) known.set(segmentOfRecord(it), it);
  return [...known.values()];
}

/**
 * Payout contracts. If the service doesn't list them: from their payments, others by number (docs/decisions.md, 30).
 */
export function PayoutContracts() {
  const { merchant, product, href } = useTenant();
  const version = useRecentRecords();
  const [filter, setFilter] = useSearchParam('show');
  const today = useToday();
  const contractsListed = useListed('payoutContractList', '');
  const areListed = !contractsListed.isUnlisted;
  const payments = useListed('payoutPaymentList', '', areListed ? null : {});
  const { isUnlisted } = payments;
  const listed = useMemo(() => {
    // The payments lack contracts without a payment: adds those of this session.
    const all = areListed
      ? contractsListed.records.flatMap((it) => payoutOf(it, today))
      : once([...payoutsOf(payments.records, today), ...contractsSeen({ merchant, product }, 'payouts').values()]);
    // Keeps contracts for which this is unknown.
    return filter ? all.filter((it) => isAhead(it) !== (filter === 'over')) : all;
    // `version`: the data seen in this session is mutated.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [areListed, contractsListed.records, payments.records, today, filter, merchant, product, version]);
  const search = useSearch<PayoutSum>(useNamed<PayoutSum>(listed), {
    textsOf: contractTexts,
    hasDigits: useHasDigits(),
    isLoading: contractsListed.isLoading || payments.isLoading,
  });
  const typedNumber = isUnlisted ? search.settled : search.unmatched;
  const contracts = useFound('payoutContractList', typedNumber);
  const more = useFound('payoutPaymentList', isUnlisted ? typedNumber : '');
  const found = useNamed<PayoutSum>(
    useMemo(
      () => once([...payoutsOf(more.records, today), ...contracts.records.flatMap((it) => payoutOf(it, today))]),
      [more.records, contracts.records, today],
    ),
  );
  const rows = joinedRows<PayoutSum>(found, search.rows, segmentOfRecord);
  const text = search.text.trim();

  return (
    <ListPage<PayoutSum>
      title="Payouts"
      tab="Payout contracts"
      tabs={<SectionTabs of="payouts" />}
      lead={useHeldPayouts()}
      main={
        <ActionButton operation="payoutContractCreate" variant="contained" to={href(links.payoutContractCreate())}>
          New payout contract
        </ActionButton>
      }
      label="Payout contracts"
      noun={['payout contract', 'payout contracts']}
      find={{ label: 'Find a payout contract', hint: 'Name, contract or number' }}
      filters={<ChoiceFilter label="Show" value={filter} options={filters} onChange={setFilter} />}
      filteredBy={filters.filter((it) => it.code === filter).map((it) => ['Show', it.label] as const)}
      note={
        areListed
          ? undefined
          : isUnlisted
            ? 'We can’t list all payout contracts. These are from this session.'
            : 'Payout contracts without payments aren’t listed; search by client and contract number.'
      }
      search={search}
      rows={rows}
      columns={columns}
      status={{
        loading:
          contractsListed.isLoading ||
          payments.isLoading ||
          (typedNumber !== '' && (contracts.isLoading || more.isLoading)),
        error:
          (areListed ? contractsListed.error : null) ??
          (isUnlisted ? null : payments.error) ??
          contracts.error ??
          more.error,
        retry: () => {
          for (const it of [contractsListed, payments, contracts, more]) it.retry();
        },
      }}
      sort={useUrlSort()}
      rowKey={segmentOfRecord}
      href={useContractHref(links.payoutContract)}
      empty={
        isUnlisted ? (
          <EmptyState title="Find a payout contract by its numbers">
            Give a client number and a contract number.
          </EmptyState>
        ) : (
          <EmptyState drawing="payouts" title="No payout contracts yet">
            A new payout contract creates its payments.
          </EmptyState>
        )
      }
      noMatch={<NoMatch what="payout contract" text={text} onClear={() => search.setText('')} />}
      totals={
        rows.length > 1 && !payments.isLoading
          ? {
              ClientName: 'All',
              payments: rows.reduce((sum, it) => sum + (it.payments ?? 0), 0),
              total: sumOf(rows, 'total'),
              paid: sumOf(rows, 'paid'),
              ahead: sumOf(rows, 'ahead'),
            }
          : undefined
      }
    />
  );
}
