import { useReadOfRecord } from '#console/api/client.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links, withQuery } from '#console/domain/links.ts';
import { moneyItems } from '#console/domain/money-item/item.ts';
import { nextFact, paidFact, sumFact, unpaidFact, urgentFirst } from '#console/domain/money-item/key-facts.tsx';
import { progressOf } from '#console/domain/money-item/progress.ts';
import { contractIdOf } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import type { KeyFact } from '#kit/record/header.tsx';

export function useClientFacts(number: string) {
  const { href } = useTenant();
  const today = useToday();
  const { data, error, isLoading, refetch } = useReadOfRecord('instalmentList', { ClientNumber: number });
  const instalments = isLoading ? undefined : moneyItems('instalment', data?.records);
  const progress = error ? null : instalments && progressOf(instalments, today);
  const of = { progress, noun: 'instalment' } as const;
  const facts: KeyFact[] = urgentFirst([
    nextFact({ ...of, label: 'Next debit', today }),
    sumFact({ ...of, label: 'Upcoming', share: 'open' }),
    paidFact({ ...of, isOpenEnded: false }),
    unpaidFact({
      ...of,
      hrefOf: (it) => {
        const contract = contractIdOf(it);
        return contract && href(withQuery(links.contract(contract), { instalment: it.number }));
      },
    }),
  ]);
  return { facts, instalments, progress, error, retry: () => void refetch() };
}
