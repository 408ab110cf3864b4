import type { RecurrencePeriod } from './recurrence.ts';

interface Frequency {
  FrequencyCode: string;
  FrequencyDescription: string;
  CollectionDays: readonly CollectionDayRecord[];
}

interface CollectionDayRecord {
  CollectionDay: number;
  DayDescription: string;
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const workdays = weekdays.slice(0, 6);

const numbered = (descriptions: readonly string[], from = 1): CollectionDayRecord[] =>
  descriptions.map((DayDescription, n) => ({ CollectionDay: from + n, DayDescription }));

function ordinal(day: number): string {
  const ending = day === 11 || day === 12 || day === 13 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${ending}`;
}

const lastOfMonth = { CollectionDay: 99, DayDescription: 'Last day of the month' };

const daysOfMonth = [
  ...numbered(
    Array.from({ length: 31 }, (_, n) =>
      n < 28 ? `${ordinal(n + 1)} of the month` : `${ordinal(n + 1)}, or the last day if earlier`,
    ),
  ),
  lastOfMonth,
];

const daysOfFortnight = numbered(
  ['first', 'second'].flatMap((week) => weekdays.map((name) => `${name} of the ${week} week`)),
);

const rulesOfMonth = [
  ...numbered(workdays.map((name) => `Last ${name} of the month`)),
  ...numbered(
    workdays.map((name) => `First ${name} of the month`),
    7,
  ),
  { CollectionDay: 14, DayDescription: 'Second-last day of the month' },
  lastOfMonth,
];

/** Every frequency with its own collection days (docs/decisions.md, 15). */
export const frequencies: readonly Frequency[] = [
  { FrequencyCode: 'WEEK', FrequencyDescription: 'Weekly', CollectionDays: numbered(weekdays) },
  { FrequencyCode: 'FRTN', FrequencyDescription: 'Fortnightly', CollectionDays: daysOfFortnight },
  { FrequencyCode: 'MNTH', FrequencyDescription: 'Monthly', CollectionDays: daysOfMonth },
  { FrequencyCode: 'QURT', FrequencyDescription: 'Quarterly', CollectionDays: daysOfMonth },
  { FrequencyCode: 'MIAN', FrequencyDescription: 'Half-yearly', CollectionDays: daysOfMonth },
  { FrequencyCode: 'YEAR', FrequencyDescription: 'Yearly', CollectionDays: daysOfMonth },
  { FrequencyCode: 'ADHO', FrequencyDescription: 'Monthly by rule', CollectionDays: rulesOfMonth },
];

/** The interval of each frequency; a Map, since codes come from outside (`constructor` is no frequency). */
export const periods: ReadonlyMap<string, RecurrencePeriod> = new Map<string, RecurrencePeriod>([
  ['WEEK', { weeks: 1 }],
  ['FRTN', { weeks: 2 }],
  ['MNTH', { months: 1 }],
  ['QURT', { months: 3 }],
  ['MIAN', { months: 6 }],
  ['YEAR', { months: 12 }],
  ['ADHO', { months: 1, byRule: true }],
]);
