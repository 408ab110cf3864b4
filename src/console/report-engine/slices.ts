import type { Config } from '#console/api/config.ts';
import { requestOf } from '#console/api/decode.ts';
import type { Tenant } from '#console/api/tenant.ts';
import type { Operation } from '#contract/operation.ts';
import { addDays, addMonths, daysBetween, type DateText } from '#rules/calendar.ts';
import type { ReportState, SliceSpec } from './protocol.ts';

/** Both days belong to the range. */
interface Days {
  from: DateText;
  to: DateText;
}

/** The form of a range's ends: plain dates for the omni reports, whole days as date-times for the others. */
export type RangeKind = 'date' | 'dateTime';

/** Days that one call covers at most, before a range is split: the longest month. */
export const longestSlice = 31;

/** Months between the boundaries, the narrowest first that leaves no more than `mostSlices` calls. */
const steps = [1, 3, 12, 60, 120, 1200];
const maxSlices = 60;

const monthIndex = (date: DateText): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;

/**
 * A range as the calls that it is asked for with: itself where it is no longer than `longest` days, else cut where months
 * begin (quarters or years where those would be too many calls). The slices cover every day of the range once and in
 * order, so what one holds no other does.
 *
 * @param longest days that one call may cover
 * @throws RangeError for days that do not exist
 */
export function slicesOf({ from, to }: Days, longest = longestSlice): Days[] {
  if (daysBetween(from, to) < longest) return [{ from, to }];
  const months = monthIndex(to) - monthIndex(from) + 1;
  const step = steps.find((it) => months / it <= maxSlices) ?? 1200;
  const slices: Days[] = [];
  for (let start = from; ;) {
    const boundary = Math.min((Math.floor(monthIndex(start) / step) + 1) * step, 9999 * 12 + 12);
    // The year 9999 has no day after it that could be named.
    if (boundary > monthIndex(to)) return [...slices, { from: start, to }];
    const next = addMonths(`${start.slice(0, 8)}01`, boundary - monthIndex(start));
    slices.push({ from: start, to: addDays(next, -1) });
    start = next;
  }
}

/** Wall-clock times, `HH:MM`, at which the first day begins and the last one ends. */
interface Times {
  fromTime?: string;
  toTime?: string;
}

/** The fields that ask for a range. Both ends belong to a report's range, so a whole day ends at 23:59. */
export const rangeFields = (
  kind: RangeKind,
  { from, to, fromTime = '00:00', toTime = '23:59' }: Days & Times,
): { StartDate: string; EndDate: string } =>
  kind === 'date' ? { StartDate: from, EndDate: to } : { StartDate: `${from} ${fromTime}`, EndDate: `${to} ${toTime}` };

/** What a report is asked with. */
export interface SlicesInput {
  operation: Operation;
  tenant: Tenant;
  config: Config;
  kind: RangeKind;
  range: Days & Times;
  /** Fields of the query besides the range. */
  fields: Readonly<Record<string, unknown>>;
  /** One call however long the range is. */
  isWhole?: boolean;
}

/** The calls of a report, in the order of their days. */
export const sliceSpecs = ({ operation, tenant, config, kind, range, fields, isWhole }: SlicesInput): SliceSpec[] =>
  (isWhole ? [{ from: range.from, to: range.to }] : slicesOf(range)).map((days, index, { length }) => {
    const fromTime = index === 0 ? range.fromTime : undefined;
    const toTime = index === length - 1 ? range.toTime : undefined;
    const rangeInput = rangeFields(kind, { ...days, fromTime, toTime });
    return { ...days, url: requestOf(operation, tenant, config, { ...rangeInput, ...fields }).url };
  });

/** Each call was answered that there is no such thing (404): what there would be to count is not known (docs/decisions.md, 41). */
export const isNotFound = ({ slices }: Pick<ReportState, 'slices'>): boolean =>
  slices.length > 0 && slices.every(({ state }) => state === 'empty');
