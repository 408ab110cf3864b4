import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useReadOfRecord } from '#console/api/client.ts';
import { explain, type CallError } from '#console/api/errors.ts';
import { type Payment } from '#console/domain/money-item/item.ts';
import { reasonsIn } from '#console/domain/money-item/rules.ts';
import { What } from '#console/domain/timeline/event.tsx';
import { payoutEvents, statusOf } from '#console/domain/timeline/payout-events.ts';
import { Skeletons } from '#console/kit/ui/states.tsx';
import type { ContractId } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import { addMonths } from '#rules/calendar.ts';
import { dayText, minuteText } from '#rules/day-text.ts';

/** Covers the last twelve months. */
export function usePayoutHistory(named: ContractId) {
  const today = useToday();
  const range = { StartDate: `${addMonths(today, -12)} 00:00`, EndDate: `${today} 23:59` };
  const input = { ...range, ...named };
  const contract = useReadOfRecord('contractChangeReport', input);
  const payments = useReadOfRecord('payoutPaymentChangeReport', input);
  const transactions = useReadOfRecord('transactionReport', input);
  const reads = { 'Changes of the contract': contract, 'Changes of payments': payments, Transactions: transactions };
  const [ofContract, ofPayments, ofTransactions] = [
    contract.data?.records,
    payments.data?.records,
    transactions.data?.records,
  ];
  const events = useMemo(
    () => payoutEvents({ contract: ofContract, payments: ofPayments, transactions: ofTransactions }),
    [ofContract, ofPayments, ofTransactions],
  );
  return {
    events,
    range,
    status: statusOf(ofContract ?? []),
    isLoading: Object.values(reads).some((read) => !read.isFetched),
    gaps: Object.entries(reads).flatMap(([name, read]): { name: string; error: CallError; retry: () => void }[] =>
      read.error ? [{ name, error: read.error, retry: () => void read.refetch() }] : [],
    ),
  };
}

const pageOfEvents = 30;

/** Newest first; a failed report is shown as a gap. */
export function PayoutHistory({
  history,
  payments,
}: {
  history: ReturnType<typeof usePayoutHistory>;
  payments: readonly Payment[];
}) {
  const { events, range, isLoading, gaps } = history;
  const reasons = useMemo(() => reasonsIn(payments, events), [payments, events]);
  const [limit, setLimit] = useState(pageOfEvents);
  if (isLoading) return <Skeletons rows={5} />;
  return (
    <Stack spacing={2}>
      <Typography variant="body2" color="textSecondary">
        From {dayText(range.StartDate)} to {dayText(range.EndDate)}.
        {events.some((it) => it.kind === 'change' && it.by === '') && ' The reports do not say who made a change.'}
      </Typography>
      {gaps.map(({ name, error, retry }) => (
        <Stack key={name} direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <span>
            {name} are missing here: {explain(error).title.toLowerCase()}.
          </span>
          <Button size="small" variant="outlined" onClick={retry}>
            Try again
          </Button>
        </Stack>
      ))}
      {events.length === 0 && gaps.length === 0 && <Typography>Nothing changed or was paid in this period.</Typography>}
      <Box component="ol" aria-label="What happened, newest first" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {events.slice(0, limit).map((event, index) => (
          <Stack
            component="li"
            key={`${event.at}${index}`}
            sx={{ borderLeft: 2, borderColor: 'divider', pl: 2, pb: 2 }}
          >
            <Typography component="time" dateTime={event.at.replace(' ', 'T')} variant="body2" color="textSecondary">
              {minuteText(event.at)}
            </Typography>
            <What event={event} reasons={reasons} />
          </Stack>
        ))}
      </Box>
      {events.length > limit && (
        <Button variant="outlined" onClick={() => setLimit(limit + pageOfEvents)} sx={{ alignSelf: 'start' }}>
          Show more
        </Button>
      )}
    </Stack>
  );
}
