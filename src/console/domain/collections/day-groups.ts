import type { Days } from '#console/kit/dates/ranges.ts';
import { centsText } from '#console/kit/ui/sums.ts';
import { addDays, isDate, isWeekend, type DateText } from '#rules/calendar.ts';
import { moneyOf, type Money } from './money.ts';

export interface Sum {
  count: number;
  /** Whole cents; null where an amount is none. */
  cents: number | null;
}

/** The collections of a day that have the same status: scheduled, or what came of them. */
export interface DayGroup extends Sum {
  date: DateText;
  /** '' where the service told none. */
  status: string;
}

export const addUp = (list: readonly Sum[]): Sum =>
  list.reduce<Sum>(
    (all, { count, cents }) => ({
      count: all.count + count,
      cents: all.cents === null || cents === null ? null : all.cents + cents,
    }),
    { count: 0, cents: 0 },
  );

/** Groups by a key of theirs, in the order in which the keys first come. */
export function grouped<It, K>(list: readonly It[], keyOf: (it: It) => K): Map<K, It[]> {
  const found = new Map<K, It[]>();
  for (const it of list) {
    const key = keyOf(it);
    const group = found.get(key);
    if (group) group.push(it);
    else found.set(key, [it]);
  }
  return found;
}

/** Count and sum of each status, the largest count first. */
export const byStatus = (groups: readonly DayGroup[]): (Sum & { status: string })[] =>
  [...grouped(groups, (it) => it.status)]
    .map(([status, list]) => ({ status, ...addUp(list) }))
    .toSorted((one, other) => other.count - one.count);

/**
 * Which report knows of which days: what has happened stands in one, what is scheduled in the other, and today may have
 * both. Neither has what is submitted or in tracking: its outcome is still to come.
 */
export const splitAt = ({ from, to }: Days, today: DateText): { past?: Days; ahead?: Days } => ({
  past: from <= today ? { from, to: to < today ? to : today } : undefined,
  ahead: to >= today ? { from: from > today ? from : today, to } : undefined,
});

/** The days still to come on which collections fall though banks do not work. */
export function nonBankingDays(
  days: ReadonlyMap<DateText, readonly DayGroup[]>,
  today: DateText,
  holidayOf: (date: DateText) => string | undefined,
): { holidays: DateText[]; weekends: DateText[] } {
  const ahead = [...days.keys()].filter((date) => isDate(date) && date >= today).toSorted();
  return {
    holidays: ahead.filter((date) => holidayOf(date) !== undefined),
    weekends: ahead.filter((date) => holidayOf(date) === undefined && isWeekend(date)),
  };
}

/** The money of groups, by kind. */
export const moneyIn = (groups: readonly DayGroup[]): Money[] =>
  moneyOf(groups.map(({ status, count, cents }) => ({ keys: [status], count, cents })));

/** A sum as money, or that there is none: an amount that is no whole cents is not left out in silence. */
export const sumText = ({ cents }: Pick<Sum, 'cents'>): string => centsText(cents);

/** A sum as short as a day of a phone's calendar needs: `R950`, `R1,5k`, `R12k`, `R1,2m`. */
export function shortly({ cents }: Pick<Sum, 'cents'>): string {
  if (cents === null) return 'no sum';
  const rand = Math.round(cents / 100);
  if (rand < 1000) return `R${rand}`;
  if (rand < 9950) return `R${(rand / 1000).toFixed(1).replace('.', ',')}k`;
  return rand < 999_500 ? `R${Math.round(rand / 1000)}k` : `R${(rand / 1_000_000).toFixed(1).replace('.', ',')}m`;
}

/** The seven days from a Monday on. */
export const weekFrom = (monday: DateText): Days => ({ from: monday, to: addDays(monday, 6) });
