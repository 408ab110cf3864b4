import { addDays, addMonths, daysBetween } from '../../../../rules/calendar.ts';
import { formatCents } from '../../../../rules/money.ts';
import type { Filter, Group, GroupBy } from '../../../report-engine/protocol.ts';
import type { Days } from '../../../kit/dates/ranges.ts';
import type { Report } from '../../../domain/collections/report-list.ts';
import { whole } from '../../../kit/ui/sums.ts';

/** Days up to which a bar is a day; longer ranges have a bar for a month. */
const maxDays = 100;
/** Bars up to which those without a record are drawn, too. */
const maxGaps = 120;
/** Bars of a split; the rest are one bar together. */
const maxBars = 12;

export interface Bar {
  /** A day, a month, or a value of the split; undefined for all the others together. */
  key: string | null | undefined;
  /** By series, in their order; whole cents or counts. */
  parts: number[];
  total: number;
  count: number;
}

export interface Shape {
  unit: 'cents' | 'count';
  part?: 'day' | 'month';
  /** Values that the bars are stacked of, the largest first; one null where nothing is stacked. */
  series: (string | null)[];
  bars: Bar[];
}

export const partOf = ({ from, to }: Days): 'day' | 'month' => (daysBetween(from, to) < maxDays ? 'day' : 'month');

/** What the records of a report are counted by first. */
export const splitBy = ({ splits, isNamed }: Report): GroupBy => ({
  fieldName: splits[0],
  part: isNamed ? 'name' : undefined,
});

/** What the groups of a report's chart are by. */
export const chartBy = (report: Report, range: Days): GroupBy[] =>
  report.chart.over === 'days' && report.day
    ? [{ fieldName: report.day, part: partOf(range) }, splitBy(report)]
    : [splitBy(report)];

/** The condition that leaves the records of one value of the split. */
export const splitFilter = ({ splits: [fieldName], isNamed }: Report, value: string | null): Filter =>
  isNamed && value !== null ? { fieldName, kind: 'text', has: value } : { fieldName, kind: 'oneOf', values: [value] };

/** The value that a condition on the split leaves; undefined when it is another sort of condition. */
export function splitValue(filter: Filter | undefined): string | null | undefined {
  if (filter?.kind === 'text') return filter.has;
  return filter?.kind === 'oneOf' && filter.values.length === 1 ? filter.values[0] : undefined;
}

function stepsOf(range: Days, part: 'day' | 'month'): string[] {
  const steps: string[] = [];
  for (let at = range.from; at <= range.to && steps.length <= maxGaps;) {
    steps.push(part === 'day' ? at : at.slice(0, 7));
    at = part === 'day' ? addDays(at, 1) : addMonths(`${at.slice(0, 8)}01`, 1);
  }
  return steps;
}

const byTotal = (one: [unknown, number], other: [unknown, number]) => other[1] - one[1];

/** The bars of a chart. A sum that is no whole cents has no bar: counts are drawn instead. */
export function shapeOf({ chart, day, sum }: Report, range: Days, groups: readonly Group[]): Shape {
  const isMoney = sum !== undefined && chart.over === 'days' && groups.every((it) => it.cents !== null);
  const valueOf = (it: Group) => (isMoney ? (it.cents ?? 0) : it.count);
  const unit = isMoney ? 'cents' : 'count';
  if (chart.over === 'split' || !day) {
    const sorted = groups.toSorted((one, other) => valueOf(other) - valueOf(one));
    const bar = (key: string | null | undefined, of: readonly Group[]): Bar => {
      const total = of.reduce((all, it) => all + valueOf(it), 0);
      return { key, parts: [total], total, count: of.reduce((all, it) => all + it.count, 0) };
    };
    const [shown, rest] = [sorted.slice(0, maxBars), sorted.slice(maxBars)];
    return {
      unit,
      series: [null],
      bars: [...shown.map((it) => bar(it.keys[0] ?? null, [it])), ...(rest.length > 0 ? [bar(undefined, rest)] : [])],
    };
  }
  const part = partOf(range);
  const totals = new Map<string | null, number>();
  const cells = new Map<string | null, Group[]>();
  for (const it of groups) {
    const [at = null, series = null] = it.keys;
    totals.set(series, (totals.get(series) ?? 0) + valueOf(it));
    cells.set(at, [...(cells.get(at) ?? []), it]);
  }
  const series = [...totals].toSorted(byTotal).map(([key]) => key);
  const steps = stepsOf(range, part);
  const isGapless = steps.length <= maxGaps;
  // Records of other days than asked for are drawn as well: nothing that came is left out.
  const keys = new Set<string | null>([...(isGapless ? steps : []), ...cells.keys()]);
  const bars = [...keys]
    .toSorted((one, other) => (one ?? '').localeCompare(other ?? ''))
    .map((key): Bar => {
      const of = cells.get(key) ?? [];
      const parts = series.map((it) =>
        of.filter((group) => (group.keys[1] ?? null) === it).reduce((all, group) => all + valueOf(group), 0),
      );
      return {
        key,
        parts,
        total: parts.reduce((all, it) => all + it, 0),
        count: of.reduce((all, it) => all + it.count, 0),
      };
    });
  return { unit, part, series, bars };
}

export const measure = (unit: Shape['unit'], value: number): string =>
  unit === 'cents' ? formatCents(value) : whole(value);

/** The chart in words, for those who do not see it. */
export function inWords(
  title: string,
  { unit, part, bars, series }: Shape,
  nameOf: (key: Bar['key']) => string,
): string {
  const noun = part ?? 'value';
  const filled = bars.filter((it) => it.count > 0);
  if (filled.length === 0) return `${title}: nothing.`;
  const most = filled.reduce((one, other) => (other.total > one.total ? other : one));
  const total = filled.reduce((all, it) => all + it.total, 0);
  const stacked =
    series.length > 1
      ? ` ${series
          .map(
            (it, index) =>
              `${nameOf(it)} ${measure(
                unit,
                filled.reduce((all, bar) => all + (bar.parts[index] ?? 0), 0),
              )}`,
          )
          .join(', ')}.`
      : '';
  return (
    `${title}: ${measure(unit, total)} in ${filled.length} ${filled.length === 1 ? noun : `${noun}s`}, ` +
    `the most ${measure(unit, most.total)} (${nameOf(most.key)}).${stacked}`
  );
}
