import { addDays, addMonths, daysBetween, daysInMonth, isDate, weekday, type DateText } from '#rules/calendar.ts';
import { fullMinuteText } from '#rules/day-text.ts';

/** Inclusive. */
export interface Days {
  from: DateText;
  to: DateText;
}

/** The address keeps the name, so that a link opened next month means next month's days. */
export const presets = {
  today: 'Today',
  'this-week': 'This week',
  'last-week': 'Last week',
  'this-and-next-week': 'This and next week',
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-quarter': 'This quarter',
  'last-quarter': 'Last quarter',
  'year-to-date': 'Year to date',
  'tax-year': 'Tax year (from 1 March)',
  'last-tax-year': 'Last tax year',
  'last-7-days': 'Last 7 days',
  'last-30-days': 'Last 30 days',
  'last-90-days': 'Last 90 days',
  'next-7-days': 'Next 7 days',
  'next-14-days': 'Next 14 days',
  'next-30-days': 'Next 30 days',
  'next-90-days': 'Next 90 days',
} as const;

export type Preset = keyof typeof presets;

export const isPreset = (name: string | null | undefined): name is Preset =>
  name != null && Object.hasOwn(presets, name);

/** Presets by direction; the first is the default. */
const offers = {
  back: [
    'this-month',
    'today',
    'this-week',
    'last-week',
    'last-month',
    'this-quarter',
    'last-quarter',
    'year-to-date',
    'tax-year',
    'last-tax-year',
    'last-7-days',
    'last-30-days',
    'last-90-days',
  ],
  around: [
    'next-30-days',
    'today',
    'this-week',
    'this-and-next-week',
    'last-week',
    'this-month',
    'last-month',
    'next-7-days',
    'next-14-days',
    'next-90-days',
  ],
  ahead: ['next-30-days', 'next-7-days', 'next-14-days', 'next-90-days', 'today', 'this-week', 'this-month'],
} as const satisfies Record<string, readonly Preset[]>;

export type Direction = keyof typeof offers;

/** What a page shows if it says nothing else. */
export const ownOf = (direction: Direction): Preset => offers[direction][0];

export const offeredPresets = (direction: Direction): readonly Preset[] =>
  (Object.keys(presets) as Preset[]).filter((name) => (offers[direction] as readonly Preset[]).includes(name));

const monthOf = (date: DateText): Days => {
  const from = `${date.slice(0, 8)}01`;
  return { from, to: addDays(addMonths(from, 1), -1) };
};

/** Calendar quarter. */
const quarterOf = (date: DateText): Days => {
  const month = Number(date.slice(5, 7));
  const from = addMonths(`${date.slice(0, 8)}01`, -((month - 1) % 3));
  return { from, to: addDays(addMonths(from, 3), -1) };
};

/** The year of assessment of natural persons: 1 March to the end of February (Income Tax Act 58 of 1962, section 1). */
const taxYearOf = (date: DateText): Days => {
  const year = Number(date.slice(0, 4)) - (date.slice(5, 7) < '03' ? 1 : 0);
  return { from: `${year}-03-01`, to: monthEnd(`${year + 1}-02`) };
};

/** Weeks begin on Monday, as collection days count. */
export function daysOf(preset: Preset, today: DateText): Days {
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'this-week': {
      const from = addDays(today, 1 - weekday(today));
      return { from, to: addDays(from, 6) };
    }
    case 'this-and-next-week': {
      const from = addDays(today, 1 - weekday(today));
      return { from, to: addDays(from, 13) };
    }
    case 'this-month':
      return monthOf(today);
    case 'last-month':
      return monthOf(addMonths(`${today.slice(0, 8)}01`, -1));
    case 'last-week': {
      const from = addDays(today, -6 - weekday(today));
      return { from, to: addDays(from, 6) };
    }
    case 'this-quarter':
      return quarterOf(today);
    case 'last-quarter':
      return quarterOf(addMonths(`${today.slice(0, 8)}01`, -3));
    case 'year-to-date':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    case 'tax-year':
      return taxYearOf(today);
    case 'last-tax-year':
      return taxYearOf(addMonths(today, -12));
    case 'last-7-days':
      return { from: addDays(today, -6), to: today };
    case 'last-30-days':
      return { from: addDays(today, -29), to: today };
    case 'last-90-days':
      return { from: addDays(today, -89), to: today };
    case 'next-7-days':
      return { from: today, to: addDays(today, 6) };
    case 'next-14-days':
      return { from: today, to: addDays(today, 13) };
    case 'next-30-days':
      return { from: today, to: addDays(today, 29) };
    case 'next-90-days':
      return { from: today, to: addDays(today, 89) };
  }
}

/** Limits of the first and last day, `HH:MM`. */
export interface Times {
  fromTime?: string;
  toTime?: string;
}

export interface Range extends Days, Times {
  preset?: Preset;
  problem?: string;
  notice?: string;
}

/** `1 Nov 2026 to 30 Nov 2026`, or one day. */
export function rangeText({ from, to, fromTime, toTime }: Days & Times, textOf = fullMinuteText): string {
  const isTimed = fromTime !== undefined || toTime !== undefined;
  const [start, end] = isTimed
    ? [textOf(`${from} ${fromTime ?? '00:00'}`), textOf(`${to} ${toTime ?? '23:59'}`)]
    : [textOf(from), textOf(to)];
  return start === end ? start : `${start} to ${end}`;
}

/**
 * From the query parameters `from` and `to`, or `range`. If missing or not offered for this direction, this month or
 * the next 30 days, with a notice.
 */
export function rangeOf(query: URLSearchParams, today: DateText, direction: Direction = 'back'): Range {
  const [from, to] = [query.get('from'), query.get('to')];
  if (from === null && to === null) {
    const named = query.get('range');
    if (isPreset(named) && offeredPresets(direction).includes(named)) return { preset: named, ...daysOf(named, today) };
    const [preset] = offers[direction];
    const range = { preset, ...daysOf(preset, today) };
    if (named === null) return range;
    const why = isPreset(named) ? `${presets[named]} is not offered here` : `There is no range “${named}”`;
    return { ...range, notice: `${why}: these are the days of “${presets[preset]}”.` };
  }
  const own = { from: from ?? '', to: to ?? '' };
  if (!isDate(own.from)) return { ...own, problem: 'Choose the first day.' };
  if (!isDate(own.to)) return { ...own, problem: 'Choose the last day.' };
  return own.from > own.to ? { ...own, problem: 'The end date is before the start date.' } : own;
}

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** From the query parameters `from-time` and `to-time`. */
export function withTimes(range: Range, query: URLSearchParams): Range {
  const fromTime = query.get('from-time') ?? undefined;
  const toTime = query.get('to-time') ?? undefined;
  const timed = { ...range, fromTime, toTime };
  if (range.problem) return timed;
  if ([fromTime, toTime].some((time) => time !== undefined && !isTime(time)))
    return { ...timed, problem: 'Choose a time.' };
  const isReversed = range.from === range.to && fromTime !== undefined && toTime !== undefined && fromTime > toTime;
  return isReversed ? { ...timed, problem: 'The first time is after the last.' } : timed;
}

/** `YYYY-MM`. */
export const monthEnd = (month: string): DateText =>
  `${month}-${daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)))}`;

const isMonthEnd = (date: DateText): boolean => monthEnd(date.slice(0, 7)) === date;

/** The same number of days before a range; whole months before whole months. */
export function daysBefore({ from, to }: Days): Days {
  const months = from.endsWith('-01') && isMonthEnd(to) ? monthsBetween(from, to) : 0;
  const last = addDays(from, -1);
  return months > 0
    ? { from: addMonths(from, -months), to: last }
    : { from: addDays(from, -1 - daysBetween(from, to)), to: last };
}

const monthsBetween = (from: DateText, to: DateText): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1;

/** A month's end stays one. */
export const yearBefore = ({ from, to }: Days): Days => {
  const last = addMonths(to, -12);
  return { from: addMonths(from, -12), to: isMonthEnd(to) ? monthOf(last).to : last };
};
