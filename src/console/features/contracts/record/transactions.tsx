import { memo, useMemo } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import type { ContractRecord } from '#console/domain/contract/record.ts';
import { Transactions } from '#console/domain/contract/transactions.tsx';
import { links } from '#console/domain/links.ts';
import { reasonsIn } from '#console/domain/money-item/rules.ts';
import type { ContractId } from '#console/model/contract-id.ts';
import { dateOf } from '#rules/calendar.ts';
import { useDayHref } from './day-href.ts';
import { useInstalments } from './instalments.tsx';
import { useTimeline, useTransactions } from './use-timeline.ts';

const none: never[] = [];

interface Props {
  contract: ContractId;
  record: ContractRecord;
}

export const ContractTransactions = memo(function ContractTransactions({ contract, record }: Props) {
  const { href } = useTenant();
  const dayHref = useDayHref();
  const { list = none, read, from, to } = useTransactions(contract, record);
  const { events } = useTimeline(contract, record);
  const { list: instalments } = useInstalments(contract);
  const reasons = useMemo(() => reasonsIn(instalments, events), [instalments, events]);
  return (
    <Transactions
      list={list}
      read={read}
      from={from}
      to={to}
      reasonOf={reasons.ofTransaction}
      href={(it) => dayHref(dateOf(it.TransactionDate ?? ''))}
      reportHref={href(links.reports('transactions', { ...contract, from, to }))}
    />
  );
});
