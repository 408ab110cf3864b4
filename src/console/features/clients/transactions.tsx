import { memo, useMemo } from 'react';
import { stageOf } from '#answers/statuses.ts';
import { isPayout } from '#answers/transaction-kind.ts';
import { useReadOfRecord } from '#console/api/client.ts';
import { useTenant } from '#console/api/tenant.ts';
import { Transactions } from '#console/domain/contract/transactions.tsx';
import { links, withQuery } from '#console/domain/links.ts';
import { moneyItems } from '#console/domain/money-item/item.ts';
import { reasonsIn } from '#console/domain/money-item/rules.ts';
import { mergeEvents, type Transaction } from '#console/domain/timeline/events.ts';
import { contractIdOf, segmentOfRecord } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import { daysOf, type Days } from '#kit/dates/ranges.ts';
import { sorted } from '#kit/grid/sort.ts';
import { dateOf } from '#rules/calendar.ts';
import { grouped } from '#rules/sums.ts';

/** Why debits failed, from the instalments and changes of their contracts. */
function useReasons(number: string, list: readonly Transaction[], { from, to }: Days) {
  const input = list.some((it) => stageOf(it.Status) === 'unpaid') ? { ClientNumber: number } : null;
  const instalments = useReadOfRecord('instalmentList', input).data?.records;
  const changes = useReadOfRecord(
    'contractChangeReport',
    input && { ...input, StartDate: `${from} 00:00`, EndDate: `${to} 23:59` },
  ).data?.records;
  return useMemo(() => {
    const ofInstalments = grouped(moneyItems('instalment', instalments), segmentOfRecord);
    const ofChanges = grouped(changes ?? [], segmentOfRecord);
    const reasons = new Map(
      [...grouped(list, segmentOfRecord)].map(([contract, transactions]) => [
        contract,
        reasonsIn(ofInstalments.get(contract) ?? [], mergeEvents({ contract: ofChanges.get(contract), transactions })),
      ]),
    );
    return (it: Transaction) => reasons.get(segmentOfRecord(it))?.ofTransaction(it);
  }, [instalments, changes, list]);
}

const newestFirst = (list: readonly Transaction[]) =>
  sorted(list, { fieldName: 'TransactionDate', isDescending: true });

/** The last 90 days, newest first; each transaction links to its day in its contract. */
export const ClientTransactions = memo(function ClientTransactions({ number }: { number: string }) {
  const { product, href } = useTenant();
  const today = useToday();
  const { from, to } = daysOf('last-90-days', today);
  const read = useReadOfRecord('transactionReport', {
    StartDate: `${from} 00:00`,
    EndDate: `${to} 23:59`,
    Product: product,
    ClientNumber: number,
  });
  // Without the report's payouts, which are shown separately and must not be added up with collections.
  const list = useMemo(() => newestFirst((read.data?.records ?? []).filter((it) => !isPayout(it))), [read.data]);
  const reasonOf = useReasons(number, list, { from, to });
  return (
    <Transactions
      isOfMany
      list={list}
      read={read}
      from={from}
      to={to}
      reasonOf={reasonOf}
      href={(it) => {
        const id = contractIdOf(it);
        return id && href(withQuery(links.contract(id), { day: dateOf(it.TransactionDate ?? '') }));
      }}
      reportHref={href(links.reports('transactions', { ClientNumber: number, range: 'last-90-days' }))}
    />
  );
});
