import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { payoutStatusOf } from '#answers/change-log.ts';
import { useReadOfRecord } from '#console/api/client.ts';
import { type Payment } from '#console/domain/money-item/item.ts';
import { mergeEvents } from '#console/domain/timeline/events.ts';
import { gapsOf, TimelineGaps } from '#console/domain/timeline/gaps.tsx';
import { TimelineList } from '#console/domain/timeline/list.tsx';
import { paymentChanges } from '#console/domain/timeline/payout-events.ts';
import { partialText, useApprovalEvents } from '#console/domain/timeline/use-approvals.ts';
import { namesOfContract, useAuthors } from '#console/domain/timeline/use-authors.ts';
import type { ContractId } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import { Muted } from '#kit/ui/muted.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { addMonths } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';

/** Covers the last twelve months. */
export function usePayoutHistory(named: ContractId) {
  const today = useToday();
  const range = { StartDate: `${addMonths(today, -12)} 00:00`, EndDate: `${today} 23:59` };
  const input = { ...range, ...named };
  const contract = useReadOfRecord('contractChangeReport', input);
  const payments = useReadOfRecord('payoutPaymentChangeReport', input);
  const transactions = useReadOfRecord('transactionReport', input);
  const reads = { 'Contract changes': contract, 'Payment changes': payments, Transactions: transactions };
  const [ofContract, ofPayments, ofTransactions] = [
    contract.data?.records,
    payments.data?.records,
    transactions.data?.records,
  ];
  const changes = useMemo(
    () => ofContract && ofPayments && [...ofContract, ...paymentChanges(ofPayments)],
    [ofContract, ofPayments],
  );
  const readAt = Math.max(contract.dataUpdatedAt, payments.dataUpdatedAt);
  const { authorOf, read: authors } = useAuthors(named, { changes, readAt, isPayout: true });
  const approvals = useApprovalEvents('PAYOUTS', Object.fromEntries(namesOfContract(named, changes)), {
    from: range.StartDate,
    readAt: changes ? readAt : 0,
  });
  const events = useMemo(
    () =>
      mergeEvents({
        contract: [...(ofContract ?? []), ...paymentChanges(ofPayments ?? [])],
        transactions: ofTransactions,
        others: approvals.events,
        authorOf,
      }),
    [ofContract, ofPayments, ofTransactions, approvals.events, authorOf],
  );
  return {
    events,
    range,
    status: payoutStatusOf(ofContract ?? []),
    isLoading: Object.values(reads).some((read) => !read.isFetched),
    gaps: gapsOf({ ...reads, 'Who made the changes': authors, 'Who released payouts': approvals.read }),
    isPartial: approvals.isPartial,
  };
}

/** A failed report is shown as a gap. */
export function PayoutHistory(props: { history: ReturnType<typeof usePayoutHistory>; payments: readonly Payment[] }) {
  const { history, payments } = props;
  const { events, range, isLoading, gaps, isPartial } = history;
  if (isLoading) return <Skeletons rows={5} />;
  return (
    <Stack spacing={1.5}>
      <TimelineGaps gaps={gaps} />
      {events.length === 0 && gaps.length === 0 && <Typography>Nothing changed or was paid in this period.</Typography>}
      <TimelineList events={events} items={payments} />
      <Muted>
        From {dayText(range.StartDate)} to {dayText(range.EndDate)}.
        {events.some((it) => it.kind === 'change' && it.by === '' && !it.isAtProvider) &&
          ' Who made each change isn’t recorded.'}
        {isPartial && ` ${partialText}`}
      </Muted>
    </Stack>
  );
}
