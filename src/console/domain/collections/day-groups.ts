import type { Days } from '#kit/dates/ranges.ts';
import { centsText } from '#kit/ui/sums.ts';
import { addDays, isDate, isWeekend, type DateText } from '#rules/calendar.ts';
import { addUp, grouped, type Sum } from '#rules/sums.ts';
import { moneyOf, type Money } from './money.ts';

export interface DayGroup extends Sum {
  date: DateText;
  /** '' if the service returned none. */
  status: string;
}

/** Largest count first. */
export const byStatus = (groups: readonly DayGroup[]): (Sum & { status: string })[] =>
  [...grouped(groups, (it) => it.status)]
    .map(([status, list]) => ({ status, ...addUp(list) }))
    .toSorted((one, other) => other.count - one.count);

/**
 * Splits a range between two reports: past outcomes are in one, scheduled debits in the other, and today may have both.
 * Submitted and tracked debits are in neither.
 */
export const splitAt = ({ from, to }: Days, today: DateText): { past?: Days; ahead?: Days } => ({
  past: from <= today ? { from, to: to < today ? to : today } : undefined,
  ahead: to >= today ? { from: from > today ? from : today, to } : undefined,
});

/** Future non-banking days with collections. Those of today can no longer be moved (docs/decisions.md, 13). */
export function nonBankingDays(
  days: ReadonlyMap<DateText, readonly DayGroup[]>,
  today: DateText,
  holidayOf: (date: DateText) => string | undefined,
): { holidays: DateText[]; weekends: DateText[] } {
  const ahead = [...days.keys()].filter((date) => isDate(date) && date > today).toSorted();
  return {
    holidays: ahead.filter((date) => holidayOf(date) !== undefined),
    weekends: ahead.filter((date) => holidayOf(date) === undefined && isWeekend(date)),
  };
}

export const moneyIn = (groups: readonly DayGroup[]): Money[] =>
  moneyOf(groups.map(({ status, ...sum }) => ({ ...sum, keys: [status] })));

/** Says so if an amount is not in whole cents, rather than leaving it out. */
export const sumText = ({ cents, currency, each }: Omit<Sum, 'count'>): string =>
  each ? each.map(sumText).join(' and ') : centsText(cents, currency);

/** Short enough for a calendar day on a phone: `R950`, `R1,5k`, `R12k`, `R1,2m`. */
export function shortly({ cents, currency = 'R' }: Pick<Sum, 'cents' | 'currency'>): string {
  if (cents === null) return 'no sum';
  const rand = Math.round(cents / 100);
  if (rand < 1000) return `${currency}${rand}`;
  if (rand < 9950) return `${currency}${(rand / 1000).toFixed(1).replace('.', ',')}k`;
  return rand < 999_500
    ? `${currency}${Math.round(rand / 1000)}k`
    : `${currency}${(rand / 1_000_000).toFixed(1).replace('.', ',')}m`;
}

export const weekFrom = (monday: DateText): Days => ({ from: monday, to: addDays(monday, 6) });
