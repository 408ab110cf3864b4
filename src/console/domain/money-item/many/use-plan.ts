import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '#console/api/client.ts';
import { holidayOf } from '#console/api/holidays.ts';
import { useTenant } from '#console/api/tenant.ts';
import { rehearse, type Rehearsal } from '#console/domain/schedule/rehearsal.ts';
import { contractIdOf, segmentOf } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import { centsOf } from '#rules/money.ts';
import type { MoneyItem } from '../item.ts';
import type { MoneyItemResource } from '../resource.ts';
import { daysOfPlan, useOthers } from './others.ts';
import { planned, type BulkChange, type PlannedChange } from './plan.ts';
import { isRehearsed, seriesOf } from './series.ts';

/** Each mandate is a call; beyond this the service says it. */
const most = 50;

/** The maximum of the mandates in whole cents, by contract, where a record has one. Reads nothing if not `isAsked`. */
function useCaps(list: readonly MoneyItem[], isAsked: boolean): ReadonlyMap<string, number> {
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

interface Plan {
  rows: readonly PlannedChange[];
  /** What the plan does to its contracts; undefined for a cancel, and while their other items are not known. */
  rehearsal: Rehearsal | undefined;
  isUnknown: boolean;
  /** All items of these contracts, as far as known. */
  others: readonly MoneyItem[] | undefined;
  /** The other items couldn't be read. */
  isFailed: boolean;
}

/** @param others by default, reports are read. */
export function usePlan(
  list: readonly MoneyItem[],
  change: BulkChange,
  { resource, others }: { resource: MoneyItemResource; others?: readonly MoneyItem[] },
): Plan {
  const today = useToday();
  const alone = useMemo(
    () => planned(list, change, { resource, today, holidayOf, others: others ?? [] }),
    [list, change, resource, today, others],
  );
  const read = useOthers(others ? null : daysOfPlan(alone, today), list);
  const known = others ?? read.others;
  const caps = useCaps(list, change.kind === 'amount' && resource.noun === 'instalment');
  const rows = useMemo(
    () => (known ? planned(list, change, { resource, today, holidayOf, others: known }) : alone),
    [known, list, change, resource, today, alone],
  );
  const isAsked = isRehearsed(change) && rows.some((it) => it.item);
  const rehearsal = useMemo(
    () => (known && isAsked ? rehearse(seriesOf(rows, known, caps, today)) : undefined),
    [rows, known, isAsked, caps, today],
  );
  return { rows, rehearsal, isUnknown: isAsked && !known, others: known, isFailed: !others && read.isFailed };
}
