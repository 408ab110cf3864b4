import { useMemo } from 'react';
import { rehearse, type Rehearsal } from '#console/domain/schedule/rehearsal.ts';
import { holidayOf } from '#console/kit/dates/calendar-days.ts';
import { useToday } from '#console/session/today.ts';
import type { MoneyItem } from '../item.ts';
import type { MoneyItemResource } from '../resource.ts';
import { useCaps } from './caps.ts';
import { daysOfPlan, useOthers } from './others.ts';
import { planned, type BulkChange, type PlannedChange } from './plan.ts';
import { isRehearsed, seriesOf } from './series.ts';

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
