import { isDate, type DateText } from '#rules/calendar.ts';
import type { DayOrder } from './mapping.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const existing = (year: string, month: string, day: string): DateText | undefined => {
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : undefined;
};

/**
 * The day of a cell: `2026-10-01`, `2026/10/01`, `20261001`, `01Oct2026`, `1 October 2026`, and in the given order
 * `01/10/2026`. A time after it is ignored. @param year for `1 Oct` @returns undefined for other text and days that do
 * not exist
 */
export function dayOfCell(cell: string, order: DayOrder, year = ''): DateText | undefined {
  const text = cell
    .trim()
    .replace(/^'/, '')
    .replace(/[ T]\d{1,2}:\d\d(?::\d\d)?(?:[.+Z].*)?$/, '');
  const iso = /^(\d{4})[-/. ]?(\d{2})[-/. ]?(\d{2})$/.exec(text);
  if (iso) return existing(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '');
  const named = /^(\d{1,2})[-/. ]?([A-Za-z]{3,9})\.?[-/. ,]*(\d{4}|\d{2})?$/.exec(text);
  if (named) {
    const month = months.indexOf((named[2] ?? '').slice(0, 3).toLowerCase()) + 1;
    return month > 0 ? existing(named[3] ?? year, String(month), named[1] ?? '') : undefined;
  }
  const [, one = '', two = '', last = ''] = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(text) ?? [];
  if (one === '') return undefined;
  return order === 'month' ? existing(last, one, two) : existing(last, two, one);
}

/** Rising or falling. */
function isInOrder(days: readonly DateText[]): boolean {
  const isSorted = (fits: (one: string, other: string) => boolean) =>
    days.every((day, at) => at === 0 || fits(days[at - 1] ?? '', day));
  return isSorted((one, other) => one <= other) || isSorted((one, other) => one >= other);
}

/**
 * Whether day and month are probably the other way round: statements are in order of their days, and these are only
 * then. @param cells those with an entry
 */
export function looksSwapped(cells: readonly string[], order: DayOrder): boolean {
  if (order === 'year') return false;
  const read = (as: DayOrder) => cells.map((cell) => dayOfCell(cell, as));
  const own = read(order);
  const other = read(order === 'day' ? 'month' : 'day');
  const whole = (days: readonly (DateText | undefined)[]) => days.filter((day) => day !== undefined);
  return !other.includes(undefined) && !isInOrder(whole(own)) && isInOrder(whole(other));
}
