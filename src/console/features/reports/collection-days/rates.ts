import { stageOf } from '#answers/statuses.ts';
import {
  askDayRates,
  askUnknownStatuses,
  dueIn,
  triedOf,
  type DayRate,
  type Tried,
  type UnknownStatuses,
} from '#console/domain/collections/rates.ts';
import { reportRecords } from '#console/domain/collections/report-figures.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import type { Days } from '#kit/dates/ranges.ts';
import type { ReportSource } from '#report-engine/protocol.ts';
import { daysBetween, weekday } from '#rules/calendar.ts';
import { weekdayName } from '#rules/day-text.ts';

export interface RateLine extends Tried {
  label: string;
}

/** Sums of lines by a key, in the order of the keys. */
export function rateLines<It extends Tried>(
  rates: readonly It[],
  keyOf: (it: It) => number,
  label: (key: number, of: It) => string,
): RateLine[] {
  const lines = new Map<number, RateLine>();
  for (const rate of rates) {
    const key = keyOf(rate);
    const line = lines.get(key) ?? { label: label(key, rate), paid: 0, all: 0 };
    lines.set(key, { ...line, paid: line.paid + rate.paid, all: line.all + rate.all });
  }
  return [...lines].toSorted(([one], [other]) => one - other).map(([, line]) => line);
}

export const byDayOfMonth = (rates: readonly DayRate[]): RateLine[] =>
  rateLines(rates, ({ day }) => Number(day.slice(8)), String);

export const byWeekday = (rates: readonly DayRate[]): RateLine[] =>
  rateLines(
    rates,
    ({ day }) => weekday(day),
    (_, { day }) => weekdayName(day),
  );

/** Days from the nearest 25th, a usual payday: negative before it. */
export function fromThe25th(day: string): number {
  const ofMonth = Number(day.slice(8)) - 25;
  // Up to the 9th the last one is nearer, or as near.
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7));
  const [lastYear, lastMonth] = month === 1 ? [year - 1, 12] : [year, month - 1];
  const since = daysBetween(`${lastYear}-${String(lastMonth).padStart(2, '0')}-25`, day);
  return since < -ofMonth ? since : ofMonth;
}

const bands: readonly { label: string; to: number }[] = [
  { label: '8 days or more before', to: -8 },
  { label: '4 to 7 days before', to: -4 },
  { label: '1 to 3 days before', to: -1 },
  { label: 'On the 25th', to: 0 },
  { label: '1 to 3 days after', to: 3 },
  { label: '4 to 7 days after', to: 7 },
  { label: '8 days or more after', to: Infinity },
];

export const byDistance = (rates: readonly DayRate[]): RateLine[] =>
  rateLines(
    rates,
    ({ day }) => bands.findIndex(({ to }) => fromThe25th(day) <= to),
    (band) => bands[band]?.label ?? '',
  );

const attemptLabels = ['First', 'After one unpaid debit', 'After two or more'] as const;

/** Debits of contracts with an unpaid one and another one in a month: more would block the page. */
export const maxFollowed = 20_000;

interface Debit {
  contract: string;
  /** With its time, so that two of a day have an order. */
  at: string;
  isPaid: boolean;
}

/** Debits after an unpaid one of their contract in the same calendar month, by how many were unpaid before them. */
export function followedOf(debits: readonly Debit[]): [Tried, Tried] {
  const before = new Map<string, number>();
  const followed: [Tried, Tried] = [
    { paid: 0, all: 0 },
    { paid: 0, all: 0 },
  ];
  for (const { contract, at, isPaid } of debits.toSorted((one, other) =>
    one.at < other.at ? -1 : one.at > other.at ? 1 : 0,
  )) {
    const key = `${contract} ${at.slice(0, 7)}`;
    const unpaid = before.get(key) ?? 0;
    const into = unpaid === 0 ? undefined : followed[unpaid === 1 ? 0 : 1];
    if (into) {
      into.all += 1;
      if (isPaid) into.paid += 1;
    }
    before.set(key, isPaid ? 0 : unpaid + 1);
  }
  return followed;
}

/** Null for more contracts than the page can follow. */
async function askAttempts(source: ReportSource, days: Days, outcomes: Filter, all: Tried): Promise<RateLine[] | null> {
  const filters = [dueIn(days), outcomes];
  const several = await source.groups(
    [{ fieldName: 'ContractSequence' }, { fieldName: 'InstalmentActionDate', part: 'month' }],
    { hasSums: true, filters, least: 2, most: maxFollowed },
  );
  if (several.length > maxFollowed) return null;
  const contracts = several.flatMap((group) => {
    const { paid, all: tried } = triedOf(group);
    return group.keys[0] && paid < tried ? [group.keys[0]] : [];
  });
  const ofContracts: Filter = { fieldName: 'ContractSequence', kind: 'oneOf', values: [...new Set(contracts)] };
  const { records, count } = await reportRecords(
    source,
    ['ContractSequence', 'InstalmentActionDate', 'InstalmentStatus'],
    [...filters, ofContracts],
    maxFollowed,
  );
  if (count > maxFollowed) return null;
  const [second, later] = followedOf(
    records.map((it) => ({
      contract: String(it.ContractSequence),
      at: it.InstalmentActionDate ?? '',
      isPaid: stageOf(it.InstalmentStatus) === 'paid',
    })),
  );
  const first = { paid: all.paid - second.paid - later.paid, all: all.all - second.all - later.all };
  return [first, second, later].map((it, at) => ({ label: attemptLabels[at] ?? '', ...it })).filter((it) => it.all > 0);
}

export interface CollectionDays {
  rates: DayRate[];
  all: Tried;
  attempts: RateLine[] | null;
  /** Returned debits by the bank's code, the most first; '' for an unknown reason. */
  reasons: { code: string; count: number }[];
  unknown: UnknownStatuses;
}

export const askCollectionDays =
  (days: Days) =>
  async (source: ReportSource): Promise<CollectionDays> => {
    const rates = await askDayRates(source, days);
    const unknown = await askUnknownStatuses(source, days);
    const all = rates.reduce((sum, it) => ({ paid: sum.paid + it.paid, all: sum.all + it.all }), { paid: 0, all: 0 });
    const statuses = (await source.groups([{ fieldName: 'InstalmentStatus' }], { filters: [] })).flatMap(
      ({ keys: [status = null] }) => (['paid', 'unpaid'].includes(stageOf(status) ?? '') ? [status] : []),
    );
    const outcomes: Filter = { fieldName: 'InstalmentStatus', kind: 'oneOf', values: statuses };
    const found = await source.groups([{ fieldName: 'InstalmentResult' }], { hasSums: true, filters: [dueIn(days)] });
    const reasons = found
      .map((it) => ({ code: it.keys[0] ?? '', count: triedOf(it).all - triedOf(it).paid }))
      .filter(({ count }) => count > 0)
      .toSorted((one, other) => other.count - one.count);
    return { rates, all, attempts: await askAttempts(source, days, outcomes, all), reasons, unknown };
  };
