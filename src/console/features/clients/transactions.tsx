import { memo } from 'react';
import { dateOf } from '../../../rules/calendar.ts';
import { useRead } from '../../api/client.ts';
import { contractIdOf } from '../../api/contract-id.ts';
import { links, withQuery } from '../../domain/links.ts';
import { isPayout } from '../../api/payout.ts';
import { useTenant } from '../../api/tenant.ts';
import { Transactions } from '../../domain/contract/transactions.tsx';
import { daysOf } from '../../kit/dates/ranges.ts';
import { useToday } from '../../session/today.ts';

/** What was collected from a client in the last 90 days; each transaction leads to its day in its contract. */
export const ClientTransactions = memo(function ClientTransactions({ number }: { number: string }) {
  const { product, href } = useTenant();
  const today = useToday();
  const { from, to } = daysOf('last-90-days', today);
  const read = useRead('transactionReport', {
    StartDate: `${from} 00:00`,
    EndDate: `${to} 23:59`,
    Product: product,
    ClientNumber: number,
  });
  // The report has both ways of the money, which must not be summed as one; payouts have a place of their own here.
  const list = (read.data?.records ?? []).filter((it) => !isPayout(it));
  return (
    <Transactions
      isOfMany
      list={list}
      read={read}
      from={from}
      to={to}
      href={(it) => {
        const id = contractIdOf(it);
        return id && href(withQuery(links.contract(id), { day: dateOf(it.TransactionDate ?? '') }));
      }}
      reportHref={href(links.reports('transactions', { ClientNumber: number, range: 'last-90-days' }))}
    />
  );
});
