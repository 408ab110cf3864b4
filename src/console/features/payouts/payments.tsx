import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { offersOutgoingCalls } from '#console/api/outgoing-calls.ts';
import { useTenant } from '#console/api/tenant.ts';
import { contractTexts } from '#console/domain/client/names/column.tsx';
import { useHasDigits, useNamed } from '#console/domain/client/names/named.ts';
import { links } from '#console/domain/links.ts';
import { ListPage } from '#console/domain/list/list-page.tsx';
import { useFound, useListed } from '#console/domain/list/search.ts';
import { SectionTabs } from '#console/domain/list/section-tabs.tsx';
import { itemColumns } from '#console/domain/money-item/columns.tsx';
import { ItemGrid } from '#console/domain/money-item/grid.tsx';
import { byDate, itemKey, moneyItems, sameDayIn, type MoneyItem } from '#console/domain/money-item/item.ts';
import { payment } from '#console/domain/money-item/resource.ts';
import { notEditableReason } from '#console/domain/money-item/rules.ts';
import { countByStatus, StatusPills } from '#console/domain/money-item/status-pills.tsx';
import { Reading } from '#console/domain/reading.tsx';
import { useHeldPayouts, WaitingPayouts } from '#console/domain/waiting-payouts.tsx';
import { useToday } from '#console/session/today.ts';
import { put, useAddress, useSearchParam } from '#kit/address/address.ts';
import { useUrlSort } from '#kit/grid/sort.ts';
import { ActionButton } from '#kit/list/action-button.tsx';
import { ChoiceFilter } from '#kit/list/choice-filter.tsx';
import { splitNumber, useSearch } from '#kit/list/use-search.ts';
import { later } from '#kit/ui/later.tsx';
import { EmptyState } from '#kit/ui/states.tsx';
import { statusLabel } from '#kit/ui/status.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import { addDays, dateOf, type DateText } from '#rules/calendar.ts';
import { usePaymentHref } from './record.ts';

const numberOf = (it: MoneyItem) => it.number;

const SessionContracts = later(
  async () => (await import('#console/domain/contract/session-contracts.tsx')).SessionContracts,
);

const spans = {
  ahead: 'From today on',
  today: 'Today',
  week: 'Next 7 days',
  month: 'Next 30 days',
  past: 'Before today',
  all: 'All',
};

/** The days of a span. */
function daysOfSpan(span: string, today: DateText): { from?: DateText; to?: DateText } {
  switch (span) {
    case 'today':
      return { from: today, to: today };
    case 'week':
      return { from: today, to: addDays(today, 6) };
    case 'month':
      return { from: today, to: addDays(today, 29) };
    case 'ahead':
      return { from: today };
    case 'past':
      return { to: addDays(today, -1) };
    default:
      return {};
  }
}

/** Whether a day is in the span; today counts as ahead. A payment whose day can't be read is in every span. */
function lies(day: string, span: string, today: string): boolean {
  if (day === '') return true;
  const { from = day, to = day } = daysOfSpan(span, today);
  return from <= day && day <= to;
}

function Content() {
  const today = useToday();
  const { href } = useTenant();
  const [, change] = useAddress();
  const [status, setStatus] = useSearchParam('status');
  const [when, setWhen] = useSearchParam('when');
  const paymentHref = usePaymentHref();
  const listed = useListed('payoutPaymentList', '');
  const { isUnlisted } = listed;
  const records = moneyItems('payment', listed.records);
  const ordered = useMemo(() => byDate(records), [records]);
  const search = useSearch<MoneyItem>(useNamed(ordered), {
    textsOf: contractTexts,
    hasDigits: useHasDigits(),
    numberOf,
    isLoading: listed.isLoading,
  });
  const text = search.text.trim();
  const settled = splitNumber(search.settled);
  const typedNumber = isUnlisted ? settled.sought : '';
  const found = useFound('payoutPaymentList', typedNumber, { PaymentSequence: settled.number });
  const more = useNamed(moneyItems('payment', found.records));
  // Scheduled payments by default; a search covers all.
  const span = when || (text ? 'all' : 'ahead');
  const all = isUnlisted ? more : search.rows;
  const inSpan = useMemo(
    () => (span === 'all' ? all : all.filter((it) => lies(dateOf(it.due), span, today))),
    [all, span, today],
  );
  const rows = useMemo(() => (status ? inSpan.filter((it) => it.status === status) : inSpan), [inSpan, status]);
  const isNarrowed = text !== '' || status !== '';
  // Otherwise they are listed above the rows.
  const held = useHeldPayouts(isNarrowed);
  const columns = useMemo(
    () => itemColumns({ resource: payment, items: rows, sameDay: sameDayIn(rows), isOfMany: true }),
    [rows],
  );
  const sort = useUrlSort();
  const read = {
    loading: listed.isLoading || (typedNumber !== '' && found.isLoading),
    error: isUnlisted ? found.error : listed.error,
    retry: isUnlisted ? found.retry : listed.retry,
  };
  const filteredBy = [
    ...(span === 'all' ? [] : [['Period', spans[span as keyof typeof spans] ?? span] as const]),
    ...(status ? [['Status', statusLabel('PaymentStatus', status)] as const] : []),
  ];

  const none =
    isUnlisted && !text ? (
      <SessionContracts kind="payouts" title="Find payments by their payout contract" />
    ) : (
      <EmptyState
        drawing={text || records.length > 0 ? 'search' : 'payouts'}
        title={text || records.length > 0 ? 'No payment matches' : 'No payments yet'}
        action={
          filteredBy.length > 0 &&
          records.length > 0 && (
            <Button variant="outlined" onClick={() => change((now) => put(now, { when: 'all', status: '' }))}>
              {text ? 'Search all payments' : 'Show all payments'}
            </Button>
          )
        }
      >
        {text && `Nothing was found for “${text}”${status || when ? ' with these filters' : ''}.`}
        {!text && records.length > 0 && `${formatCount(records.length)} payments are of another time or status.`}
        {!text && records.length === 0 && 'A new payout contract creates its payments.'}
      </EmptyState>
    );

  return (
    <ListPage<MoneyItem>
      label="Payments"
      title="Payouts"
      tab="Payments"
      tabs={<SectionTabs of="payouts" />}
      // Our own lists have what waits in their rows.
      lead={held}
      summary={!isNarrowed && offersOutgoingCalls() && <WaitingPayouts {...daysOfSpan(span, today)} />}
      main={
        <ActionButton operation="payoutContractCreate" variant="contained" to={href(links.payoutContractCreate())}>
          New payout contract
        </ActionButton>
      }
      noun={['payment', 'payments']}
      find={{ label: 'Find payments', hint: 'Name, contract or number' }}
      hasStatuses
      filters={
        <>
          <ChoiceFilter
            label="Period"
            isAlways
            value={span}
            options={Object.entries(spans).map(([code, label]) => ({ code, label }))}
            onChange={setWhen}
          />
        </>
      }
      filteredBy={filteredBy}
      sheet={{
        operation: 'payoutPaymentEdit',
        name: 'Payments',
        canEdit: (it) => notEditableReason(it, today) === undefined,
      }}
      search={search}
      rows={rows}
      rowKey={itemKey}
      columns={columns}
      status={read}
      sort={sort}
      grid={(empty) => (
        <div>
          <StatusPills fieldName="PaymentStatus" statuses={countByStatus(inSpan)} value={status} onChange={setStatus} />
          <ItemGrid
            resource={payment}
            isOfMany
            hasTotals
            items={rows}
            all={records}
            isLoading={read.loading}
            error={read.error}
            retry={read.retry}
            empty={empty}
            href={paymentHref}
            sort={sort}
          />
        </div>
      )}
      empty={none}
      noMatch={none}
    />
  );
}

export const PaymentsPage = () => (
  <Reading title="Payouts" what="Reading payments" isRead={(operation) => operation === 'payoutPaymentList'}>
    <Content />
  </Reading>
);
