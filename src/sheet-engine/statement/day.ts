import { dateOf, isDate, type DateText } from '#rules/calendar.ts';
import { wallTime } from '#rules/wall-time.ts';
import type { StatementDayOrder } from './mapping.ts';

/** By the first three letters of its name, in English and Afrikaans. */
const monthNumbers: Readonly<Record<string, number>> = {
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

/** Undefined for a day that does not exist. @param year of two digits for this century */
const existingDay = (year: string, month: string, day: string): DateText | undefined => {
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : undefined;
};

const leadingWeekday = /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|ma|di|wo|do|vr|sa|so|[a-z]+dag)[,.]? +(?=\d)/i;
const trailingTime = /[ T]+\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?(?: ?[ap]\.?m\.?)?(?: ?\(?(?:SAST|CAT)\)?)?$/i;
/** A time with its zone: `2026-10-31T22:15:00Z`, which is the first of November in Johannesburg. */
const instant = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:?\d\d)$/i;

/** The zone of the banks whose statements are read. */
const bankZone = 'Africa/Johannesburg';

function dayOfInstant(cell: string): DateText | undefined {
  const [, time = '', zone = ''] = instant.exec(cell) ?? [];
  const date = new Date(time.replace(' ', 'T') + zone.replace(/^(...)(\d\d)$/, '$1:$2'));
  return Number.isNaN(date.valueOf()) ? undefined : dateOf(wallTime(bankZone, date));
}

/** The three numbers of a text such as `01/10/2026`, whose last one is the year. */
const dayNumbers = (text: string) => /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(text);

/** A cell's text without the apostrophes of spreadsheets, a weekday before the day and a time after it. */
const plainDay = (cell: string): string =>
  cell.trim().replace(/^'|'$/g, '').replace(leadingWeekday, '').replace(trailingTime, '');

/**
 * The day of a cell: `2026-10-01`, `2026/10/1`, `20261001`, `01Oct2026`, `1 October 2026`, `Oct 1, 2026`, and in the given
 * order `01/10/2026`. A time after it is ignored; an instant with its zone is a day in Johannesburg.
 * @param order empty if it is not known: then of `01/10/2026` and the like only those are read that are one day in either order
 * @param year for `1 Oct`
 * @returns undefined for other text, for days that do not exist, and for `01/10/2026` where years come first
 */
export function dayOfCell(cell: string, order: StatementDayOrder | '', year = ''): DateText | undefined {
  if (instant.test(cell.trim())) return dayOfInstant(cell.trim());
  const text = plainDay(cell);
  const iso = /^(\d{4})(?:[-/. ](\d{1,2})[-/. ](\d{1,2})|(\d{2})(\d{2}))$/.exec(text);
  if (iso) return existingDay(iso[1] ?? '', iso[2] ?? iso[4] ?? '', iso[3] ?? iso[5] ?? '');
  const named =
    /^(?<day>\d{1,2})[-/. ]?(?<month>[A-Za-z]{3,9})\.?[-/. ,]*(?<year>\d{4}|\d{2})?$/.exec(text) ??
    /^(?<month>[A-Za-z]{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/.exec(text);
  if (named?.groups) {
    const { day = '', month = '', year: own } = named.groups;
    const number = monthNumbers[month.slice(0, 3).toLowerCase()];
    return number === undefined ? undefined : existingDay(own ?? year, String(number), day);
  }
  const [, one = '', two = '', last = ''] = dayNumbers(text) ?? [];
  if (one === '' || order === 'year') return undefined;
  if (order === '') return one === two ? existingDay(last, one, two) : undefined;
  return order === 'month' ? existingDay(last, one, two) : existingDay(last, two, one);
}

/** Whether a cell is a day with the day or the month first. */
export const looksLikeDay = (cell: string): boolean =>
  dayOfCell(cell, 'day') !== undefined || dayOfCell(cell, 'month') !== undefined;

/**
 * The order of the days in a column: `year` if no cell needs an order, and undefined if all can be read with the day and with
 * the month first.
 */
export function dayOrderOf(cells: readonly string[]): StatementDayOrder | undefined {
  const numbers = cells
    .filter(looksLikeDay)
    .map((cell) => dayNumbers(plainDay(cell)))
    .filter((it) => it !== null);
  if (numbers.length === 0) return 'year';
  if (numbers.some(([, one]) => Number(one) > 12)) return 'day';
  if (numbers.some(([, , two]) => Number(two) > 12)) return 'month';
  return numbers.every(([, one, two]) => Number(one) === Number(two)) ? 'day' : undefined;
}

/** Whether days only rise or only fall. */
function isInOrder(days: readonly DateText[]): boolean {
  const isSorted = (fits: (one: string, other: string) => boolean) =>
    days.every((day, at) => at === 0 || fits(days[at - 1] ?? '', day));
  return isSorted((one, other) => one <= other) || isSorted((one, other) => one >= other);
}

const monthCount = (days: readonly DateText[]): number => new Set(days.map((day) => day.slice(0, 7))).size;

/**
 * Whether a column was probably read with day and month swapped. A statement's days are in order and of few months: a column
 * that is so only in the other order was read in the wrong one.
 * @param cells of entries, without empty ones
 * @param order in which they were read
 */
export function looksSwapped(cells: readonly string[], order: StatementDayOrder | ''): boolean {
  if (order === 'year' || order === '') return false;
  const readIn = (dayOrder: StatementDayOrder) => cells.map((cell) => dayOfCell(cell, dayOrder));
  const swapped = readIn(order === 'day' ? 'month' : 'day').filter((day) => day !== undefined);
  if (swapped.length < cells.length || !isInOrder(swapped)) return false;
  const days = readIn(order).filter((day) => day !== undefined);
  return !isInOrder(days) || (monthCount(swapped) === 1 && monthCount(days) > 3);
}
