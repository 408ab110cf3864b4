import type { Days } from '#kit/dates/ranges.ts';
import { formatCount } from '#kit/ui/sums.ts';
import type { RowGroup, GroupBy } from '#report-engine/protocol.ts';
import { addDays, addMonths, daysBetween } from '#rules/calendar.ts';
import { formatCents } from '#rules/money.ts';
import { moneyOf } from '../money.ts';
import type { Report } from '../report-list.ts';

/** Longer ranges have a bar per month. */
const maxDays = 100;
/** With more bars, those without records are omitted. */
const maxGaps = 120;

export interface ChartBar {
  /** `null` for records without a readable day. */
  key: string | null;
  /** By series; whole cents or counts. */
  parts: number[];
  count: number;
}

export interface ChartSeries {
  key: string;
  /** '' for a single series. */
  label: string;
  status?: string | null;
}

export interface Shape {
  unit: 'cents' | 'count';
  part: 'day' | 'month';
  /** Kinds of money are side by side: stacked they would look like a sum. */
  series: ChartSeries[];
  bars: ChartBar[];
}

const partOf = ({ from, to }: Days): 'day' | 'month' => (daysBetween(from, to) < maxDays ? 'day' : 'month');

export const chartBy = ({ day }: Report, range: Days): GroupBy[] =>
  day ? [{ fieldName: day, part: partOf(range) }] : [];

function stepsOf(range: Days, part: 'day' | 'month'): string[] {
  const steps: string[] = [];
  for (let at = range.from; at <= range.to && steps.length <= maxGaps;) {
    steps.push(part === 'day' ? at : at.slice(0, 7));
    at = part === 'day' ? addDays(at, 1) : addMonths(`${at.slice(0, 8)}01`, 1);
  }
  return steps;
}

const one: ChartSeries = { key: 'all', label: '' };

/** Counts instead of sums if an amount is not in whole cents, or if they are of another currency: the axis is in rand. */
export function shapeOf({ sum }: Report, range: Days, groups: readonly RowGroup[]): Shape {
  const kinds = moneyOf(groups.flatMap((it) => it.sums));
  const unit = sum && kinds.every((it) => it.cents !== null && !it.currency) ? 'cents' : 'count';
  const series = kinds.map(({ kind, label, statuses }): ChartSeries => ({ key: kind, label, status: statuses[0] }));
  const cells = new Map(groups.map((it) => [it.keys[0] ?? null, it]));
  const part = partOf(range);
  const steps = stepsOf(range, part);
  const isGapless = steps.length <= maxGaps;
  // Records without a readable day have a bar, too.
  const keys = new Set<string | null>([...(isGapless ? steps : []), ...cells.keys()]);
  const bars = [...keys]
    .toSorted((first, second) => (first ?? '').localeCompare(second ?? ''))
    .map((key): ChartBar => {
      const cell = cells.get(key);
      const money = moneyOf(cell?.sums ?? []);
      const valueOf = (kind: string) => {
        const its = money.find((it) => it.kind === kind);
        return (unit === 'cents' ? its?.cents : its?.count) ?? 0;
      };
      const count = cell?.count ?? 0;
      return { key, parts: series.length > 0 ? series.map((it) => valueOf(it.key)) : [count], count };
    });
  return { unit, part, series: series.length > 0 ? series : [one], bars };
}

export const measure = (unit: Shape['unit'], value: number): string =>
  unit === 'cents' ? formatCents(value) : formatCount(value);

/** For screen readers. */
export function inWords(
  title: string,
  { unit, part, bars, series }: Shape,
  nameOf: (key: ChartBar['key']) => string,
): string {
  const filled = bars.filter((it) => it.count > 0);
  if (filled.length === 0) return `${title}: nothing.`;
  const isOne = series.length === 1;
  const texts = series.map(({ label }, index) => {
    const valueIn = ({ parts }: ChartBar) => parts[index] ?? 0;
    const most = filled.reduce((first, second) => (valueIn(second) > valueIn(first) ? second : first));
    const total = filled.reduce((all, it) => all + valueIn(it), 0);
    const days = isOne ? ` in ${filled.length} ${filled.length === 1 ? part : `${part}s`}` : '';
    const name = isOne ? '' : `${label} `;
    return `${name}${measure(unit, total)}${days}, the most ${measure(unit, valueIn(most))} (${nameOf(most.key)})`;
  });
  return `${title}: ${texts.join('; ')}.`;
}
