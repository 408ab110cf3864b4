import { addDays, addMonths, isDate, weekday, type DateText } from '../../rules/calendar.ts';

/** Both days belong to the range. */
export interface Days {
  from: DateText;
  to: DateText;
}

/** Ranges by name; kept in the address by name, so that a link opened next month means next month's days. */
export const presets = {
  today: 'Today',
  'this-week': 'This week',
  'this-month': 'This month',
  'last-month': 'Last month',
  'last-90-days': 'Last 90 days',
} as const;

export type Preset = keyof typeof presets;

export const isPreset = (name: string | null): name is Preset => name !== null && Object.hasOwn(presets, name);

const monthOf = (date: DateText): Days => {
  const from = `${date.slice(0, 8)}01`;
  return { from, to: addDays(addMonths(from, 1), -1) };
};

/** The days of a named range, seen from `today`. Weeks begin on Monday, as collection days count. */
export function daysOf(preset: Preset, today: DateText): Days {
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'this-week': {
      const from = addDays(today, 1 - weekday(today));
      return { from, to: addDays(from, 6) };
    }
    case 'this-month':
      return monthOf(today);
    case 'last-month':
      return monthOf(addMonths(`${today.slice(0, 8)}01`, -1));
    case 'last-90-days':
      return { from: addDays(today, -89), to: today };
  }
}

export interface Range extends Days {
  /** Nothing for days of one's own. */
  preset?: Preset;
  /** Why these days cannot be asked for. */
  problem?: string;
}

/** The range that the query words `from` and `to`, or `range`, stand for; this month when none is there. */
export function rangeOf(query: URLSearchParams, today: DateText): Range {
  const [from, to] = [query.get('from'), query.get('to')];
  if (from === null && to === null) {
    const named = query.get('range');
    const preset = isPreset(named) ? named : 'this-month';
    return { preset, ...daysOf(preset, today) };
  }
  const own = { from: from ?? '', to: to ?? '' };
  if (!isDate(own.from)) return { ...own, problem: 'Choose the first day.' };
  if (!isDate(own.to)) return { ...own, problem: 'Choose the last day.' };
  return own.from > own.to ? { ...own, problem: 'The first day is after the last.' } : own;
}
