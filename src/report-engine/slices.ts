import { interfaceRequest } from '#answers/request.ts';
import type { Operation } from '#contract/operation.ts';
import { addDays, addMonths, daysBetween, type DateText } from '#rules/calendar.ts';
import type { ReportState, SliceSpec } from './protocol.ts';

/** Inclusive. */
interface Days {
  from: DateText;
  to: DateText;
}

/** Parameters of a range: dates for the omni reports, date-times for the others. */
export type RangeKind = 'date' | 'dateTime';

/** Maximum days of an unsplit range: the longest month. */
export const longestSlice = 31;

/** Months per slice: the smallest that needs at most `maxSlices` calls. */
const steps = [1, 3, 12, 60, 120, 1200];
const maxSlices = 60;

const monthIndex = (date: DateText): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;

/**
 * Splits a range into calls at the first of months (quarters or years if those would be too many), unless it has at
 * most `longest` days. The slices cover each day once, in order.
 * @throws RangeError for days that do not exist
 */
export function slicesOf({ from, to }: Days, longest = longestSlice): Days[] {
  if (daysBetween(from, to) < longest) return [{ from, to }];
  const months = monthIndex(to) - monthIndex(from) + 1;
  const step = steps.find((it) => months / it <= maxSlices) ?? 1200;
  const slices: Days[] = [];
  for (let start = from; ;) {
    const boundary = Math.min((Math.floor(monthIndex(start) / step) + 1) * step, 9999 * 12 + 12);
    // No date follows the year 9999.
    if (boundary > monthIndex(to)) return [...slices, { from: start, to }];
    const next = addMonths(`${start.slice(0, 8)}01`, boundary - monthIndex(start));
    slices.push({ from: start, to: addDays(next, -1) });
    start = next;
  }
}

/** `HH:MM`. */
interface Times {
  fromTime?: string;
  toTime?: string;
}

/** Both ends are inclusive, so a whole day ends at 23:59. */
export const rangeFields = (
  kind: RangeKind,
  { from, to, fromTime = '00:00', toTime = '23:59' }: Days & Times,
): { StartDate: string; EndDate: string } =>
  kind === 'date' ? { StartDate: from, EndDate: to } : { StartDate: `${from} ${fromTime}`, EndDate: `${to} ${toTime}` };

interface SlicesInput {
  operation: Operation;
  tenant: Parameters<typeof interfaceRequest>[1];
  config: Parameters<typeof interfaceRequest>[2];
  kind: RangeKind;
  range: Days & Times;
  fields: Readonly<Record<string, unknown>>;
  isWhole?: boolean;
}

export const sliceSpecs = ({ operation, tenant, config, kind, range, fields, isWhole }: SlicesInput): SliceSpec[] =>
  (isWhole ? [{ from: range.from, to: range.to }] : slicesOf(range)).map((days, index, { length }) => {
    const fromTime = index === 0 ? range.fromTime : undefined;
    const toTime = index === length - 1 ? range.toTime : undefined;
    const rangeInput = rangeFields(kind, { ...days, fromTime, toTime });
    return { ...days, url: interfaceRequest(operation, tenant, config, { ...rangeInput, ...fields }).url };
  });

/** Every call was answered 404: nothing is known about the records (docs/decisions.md, 41). */
export const isNotFound = ({ slices }: Pick<ReportState, 'slices'>): boolean =>
  slices.length > 0 && slices.every(({ state }) => state === 'empty');
