import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '#console/api/client.ts';
import { useTenant } from '#console/api/tenant.ts';
import { contractIdOf, segmentOf } from '#console/model/contract-id.ts';
import { centsOf } from '#rules/money.ts';
import type { MoneyItem } from '../item.ts';

/** Each mandate is a call; beyond this the service says it. */
const most = 50;

/** The maximum of the mandates in whole cents, by contract, where a record has one. Reads nothing if not `isAsked`. */
export function useCaps(list: readonly MoneyItem[], isAsked: boolean): ReadonlyMap<string, number> {
  const { merchant, product } = useTenant();
  const ids = useMemo(() => {
    const found = new Map(
      list.flatMap((item) => {
        const id = contractIdOf(item);
        return id ? [[segmentOf(id), id] as const] : [];
      }),
    );
    return isAsked && found.size <= most ? [...found] : [];
  }, [list, isAsked]);
  const maximums = useQueries({
    queries: ids.map(([, id]) => ({
      queryKey: ['mandateList', merchant, product, id],
      queryFn: ({ signal }: { signal: AbortSignal }) => call('mandateList', { merchant, product }, id, { signal }),
    })),
    combine: maximumsOf,
  });
  return useMemo(
    () => new Map(ids.flatMap(([contract], at) => (maximums[at] ? [[contract, maximums[at]] as const] : []))),
    [ids, maximums],
  );
}

const maximumsOf = (reads: readonly { data?: { records: readonly { MaximumAmount?: number | null }[] } }[]) =>
  reads.map((it) => centsOf(it.data?.records[0]?.MaximumAmount) ?? 0);
