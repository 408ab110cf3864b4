import { useMemo } from 'react';
import { splitAt } from '#console/domain/collections/day-groups.ts';
import { useFigures } from '#console/domain/collections/report-figures.ts';
import { useToday } from '#console/session/today.ts';
import type { Days } from '#kit/dates/ranges.ts';
import { addDays, addMonths, dateOf, isDate, type DateText } from '#rules/calendar.ts';
import type { MoneyItem } from '../item.ts';
import { ofListed } from '../report-contract.ts';
import { collectedItems, scheduledItems } from '../report-items.ts';
import type { PlannedChange } from './plan.ts';

/** A contract's next three debits are known from this many months. */
const monthsAhead = 3;

const firstOfMonth = (date: DateText): DateText => `${date.slice(0, 7)}-01`;
const endOfMonth = (date: DateText): DateText => addDays(addMonths(firstOfMonth(date), 1), -1);

/** Whole months, so that what a plan does to them can be said; `null` if it changes nothing. */
export function daysOfPlan(rows: readonly PlannedChange[], today: DateText): Days | null {
  const days = rows
    .flatMap((it) => (it.item ? [dateOf(it.before.due), dateOf(it.after.due)] : []))
    .filter(isDate)
    .toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const from = firstOfMonth(first);
  const horizon = endOfMonth(addMonths(today, monthsAhead));
  const end = endOfMonth(last);
  return { from: from < today ? from : today, to: end > horizon ? end : horizon };
}

/**
 * Other instalments of the list's contracts in a range: two debits of one contract on a day or in a month are mostly a
 * mistake. Undefined `others` while loading, without a range, or if they can't be read.
 */
export function useOthers(
  range: Days | null,
  list: readonly MoneyItem[],
): { others: readonly MoneyItem[] | undefined; isFailed: boolean } {
  const today = useToday();
  const { past, ahead } = range ? splitAt(range, today) : {};
  const reads = [
    useFigures('future-transactions', ahead ?? null, ['scheduled by contract'], scheduledItems),
    useFigures('transactions', past && past.from < today ? past : null, ['collected by contract'], (source) =>
      collectedItems(source),
    ),
  ] as const;
  // A 404 is an empty report.
  const [future, gone] = reads.map((it) => it.data ?? (it.error?.kind === 'notFound' ? none : undefined));
  const hasPast = Boolean(past && past.from < today);
  const others = useMemo(() => {
    if (!future || (hasPast && !gone)) return undefined;
    return ofListed([...future, ...(gone ?? none)], list);
  }, [future, gone, hasPast, list]);
  return { others, isFailed: reads.some((it) => it.error && it.error.kind !== 'notFound') };
}

const none: MoneyItem[] = [];
