import { dateOf, isDate, type DateText } from '#rules/calendar.ts';
import { wallTime } from '#rules/wall-time.ts';
import type { DayPart } from './mapping.ts';

/** The first three letters of months in English and Afrikaans. */
const months: Readonly<Record<string, number>> = {
  jan: 1,
  feb: 2,
  mar: 3,
  maa: 3,
  mrt: 3,
  apr: 4,
  may: 5,
  mei: 5,
  jun: 6,
  jul: 7,
  aug: 8,
  sep: 9,
  oct: 10,
  okt: 10,
  nov: 11,
  dec: 12,
  des: 12,
};

const existing = (year: string, month: string, day: string): DateText | undefined => {
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : undefined;
};

const weekdays = /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|ma|di|wo|do|vr|sa|so|[a-z]+dag)[,.]? +(?=\d)/i;
const timeOfDay = /[ T]+\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?(?: ?[ap]\.?m\.?)?(?: ?\(?(?:SAST|CAT)\)?)?$/i;
const instant = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:?\d\d)$/i;

/** The zone in which the day of an instant is counted, if the console's is not known. */
const usualZone = 'Africa/Johannesburg';

/** `2026-10-31T22:15:00Z` is the first of November in Johannesburg. */
function dayOfInstant(cell: string): DateText | undefined {
  const [, time = '', zone = ''] = instant.exec(cell) ?? [];
  const date = new Date(time.replace(' ', 'T') + zone.replace(/^(...)(\d\d)$/, '$1:$2'));
  return Number.isNaN(date.valueOf()) ? undefined : dateOf(wallTime(usualZone, date));
}

/** Day, month and year of a text of numbers only, such as `01/10/2026`. */
const numbersIn = (text: string) => /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(text);

const plainDay = (cell: string): string =>
  cell.trim().replace(/^'|'$/g, '').replace(weekdays, '').replace(timeOfDay, '');

/**
 * The day of a cell: `2026-10-01`, `2026/10/1`, `20261001`, `01Oct2026`, `1 October 2026`, `Oct 1, 2026`, and in the given
 * order `01/10/2026`. A time after it is ignored; an instant with its zone is a day in Johannesburg. @param year for
 * `1 Oct` @returns undefined for other text, for days that do not exist, and for `01/10/2026` where years come first
 */
export function dayOfCell(cell: string, order: DayPart | '', year = ''): DateText | undefined {
  if (instant.test(cell.trim())) return dayOfInstant(cell.trim());
  const text = plainDay(cell);
  const iso = /^(\d{4})(?:[-/. ](\d{1,2})[-/. ](\d{1,2})|(\d{2})(\d{2}))$/.exec(text);
  if (iso) return existing(iso[1] ?? '', iso[2] ?? iso[4] ?? '', iso[3] ?? iso[5] ?? '');
  const named =
    /^(?<day>\d{1,2})[-/. ]?(?<month>[A-Za-z]{3,9})\.?[-/. ,]*(?<year>\d{4}|\d{2})?$/.exec(text) ??
    /^(?<month>[A-Za-z]{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/.exec(text);
  if (named?.groups) {
    const { day = '', month = '', year: own } = named.groups;
    const number = months[month.slice(0, 3).toLowerCase()];
    return number === undefined ? undefined : existing(own ?? year, String(number), day);
  }
  const [, one = '', two = '', last = ''] = numbersIn(text) ?? [];
  if (one === '' || order === 'year') return undefined;
  if (order === '') return one === two ? existing(last, one, two) : undefined;
  return order === 'month' ? existing(last, one, two) : existing(last, two, one);
}

/** A day in any order. */
export const looksLikeDay = (cell: string): boolean =>
  dayOfCell(cell, 'day') !== undefined || dayOfCell(cell, 'month') !== undefined;

/**
 * The order that the cells of a column have: `year` if none needs one, and undefined if they can be read with the day and
 * with the month first.
 */
export function orderOf(cells: readonly string[]): DayPart | undefined {
  const dated = cells.filter(looksLikeDay).map((cell) => numbersIn(plainDay(cell)));
  const numbers = dated.filter((it) => it !== null);
  if (numbers.length === 0) return 'year';
  if (numbers.some(([, one]) => Number(one) > 12)) return 'day';
  if (numbers.some(([, , two]) => Number(two) > 12)) return 'month';
  return numbers.every(([, one, two]) => Number(one) === Number(two)) ? 'day' : undefined;
}

/** Rising or falling. */
function isInOrder(days: readonly DateText[]): boolean {
  const isSorted = (fits: (one: string, other: string) => boolean) =>
    days.every((day, at) => at === 0 || fits(days[at - 1] ?? '', day));
  return isSorted((one, other) => one <= other) || isSorted((one, other) => one >= other);
}

/** Months that statements are of: a file that is short only with the day and month the other way round is read the wrong way. */
const spannedMonths = (days: readonly DateText[]): number => new Set(days.map((day) => day.slice(0, 7))).size;

/**
 * Whether day and month are probably the other way round: statements are in order of their days and of few months, and
 * these are only then. @param cells those with an entry
 */
export function looksSwapped(cells: readonly string[], order: DayPart | ''): boolean {
  if (order === 'year' || order === '') return false;
  const read = (as: DayPart) => cells.map((cell) => dayOfCell(cell, as));
  const own = read(order);
  const other = read(order === 'day' ? 'month' : 'day');
  const whole = (days: readonly (DateText | undefined)[]) => days.filter((day) => day !== undefined);
  if (other.includes(undefined)) return false;
  const [ownDays, otherDays] = [whole(own), whole(other)];
  if (!isInOrder(ownDays) && isInOrder(otherDays)) return true;
  return isInOrder(otherDays) && spannedMonths(otherDays) === 1 && spannedMonths(ownDays) > 3;
}
