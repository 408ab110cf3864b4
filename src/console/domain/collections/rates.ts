import { stageOf } from '#answers/statuses.ts';
import { unknownAmong } from '#answers/statuses.ts';
import { leastTrials, wilson } from '#console/model/interval.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import type { Days } from '#kit/dates/ranges.ts';
import type { RowGroup, ReportSource } from '#report-engine/protocol.ts';
import { addDays, isDate, type DateText } from '#rules/calendar.ts';

/** Debits with an outcome. */
export interface Tried {
  paid: number;
  all: number;
}

export interface DayRate extends Tried {
  day: DateText;
}

/** What falls due on the last days of a range goes out after the longest run of non-banking days. */
const daysUntilOut = 7;

/** Changes of instalments that say the outcomes of those due in the range. */
export const outcomesOf = ({ from, to }: Days, today: DateText): Days => {
  const out = addDays(to, daysUntilOut);
  return { from, to: out < today ? out : today < from ? from : today };
};

export const dueIn = ({ from, to }: Days): Filter => ({ fieldName: 'InstalmentActionDate', kind: 'date', from, to });

const countOf = ({ sums }: Pick<RowGroup, 'sums'>, ...stages: string[]): number =>
  sums.reduce((all, it) => (stages.includes(stageOf(it.keys[0]) ?? '') ? all + it.count : all), 0);

export const triedOf = (group: Pick<RowGroup, 'sums'>): Tried => ({
  paid: countOf(group, 'paid'),
  all: countOf(group, 'paid', 'unpaid'),
});

/** Statuses of debits due in the range that are not known: whether these were paid is unknown. */
export async function askUnknownStatuses(source: Pick<ReportSource, 'groups'>, days: Days): Promise<UnknownStatuses> {
  const found = await source.groups([{ fieldName: 'InstalmentStatus' }], { filters: [dueIn(days)] });
  const unknown = found.filter(({ keys: [status = null] }) => stageOf(status) === undefined);
  return {
    statuses: unknownAmong(unknown.map(({ keys: [status = null] }) => status)),
    count: unknown.reduce((sum, it) => sum + it.count, 0),
  };
}

export interface UnknownStatuses {
  statuses: string[];
  count: number;
}

/** By collection day, from the report of changed instalments; days without an outcome are left out. */
export async function askDayRates(source: Pick<ReportSource, 'groups'>, days: Days): Promise<DayRate[]> {
  const found = await source.groups([{ fieldName: 'InstalmentActionDate', part: 'day' }], {
    hasSums: true,
    filters: [dueIn(days)],
  });
  return found
    .map((it) => ({ day: it.keys[0] ?? '', ...triedOf(it) }))
    .filter((it) => it.all > 0 && isDate(it.day))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

/** Shares of 1; undefined for so few that only counts say something. */
export const shareOf = (hits: number, all: number): { rate: number; low: number; high: number } | undefined =>
  all < leastTrials ? undefined : { rate: hits / all, ...wilson(hits, all) };

export const differentClients = `Different clients pay on different days, so compare with care. Days with under ${leastTrials} debits show no rate.`;
