import { dayText, minuteText } from '../../../rules/day-text.ts';
import { codeLabel } from '../../api/code-labels.ts';
import { fieldOf } from '../../../contract/fields.ts';
import type { ReportState, SliceStatus } from '../../report-engine/protocol.ts';
import type { Days, Times } from '../../kit/dates/ranges.ts';

export const whole = (count: number): string => count.toLocaleString('en-ZA');

export const records = (count: number): string => `${whole(count)} ${count === 1 ? 'record' : 'records'}`;

/** Bytes in the unit that a person would say; 1 kB is 1,000 bytes. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000
    ? `${(bytes / 1000).toFixed(0)} kB`
    : `${(bytes / 1_000_000).toFixed(1).replace('.', ',')} MB`;
}

export function daysText({ from, to, fromTime, toTime }: Days & Times): string {
  const isTimed = fromTime !== undefined || toTime !== undefined;
  const [start, end] = isTimed
    ? [minuteText(`${from} ${fromTime ?? '00:00'}`), minuteText(`${to} ${toTime ?? '23:59'}`)]
    : [dayText(from), dayText(to)];
  return start === end ? start : `${start} to ${end}`;
}

export const sliceWords: Record<SliceStatus['state'], string> = {
  waiting: 'waiting',
  loading: 'loading',
  done: 'done',
  empty: 'no transactions in this period',
  failed: 'failed',
  cut: 'cut off',
};

/** What a value is called on screen: `Paid`, `UNPAID` where nobody has named it, a field's label where fields are values. */
export function valueText(fieldName: string, value: string | null | undefined): string {
  if (value === undefined) return 'All others';
  if (value === null || value === '') return 'None';
  if (fieldName === 'FieldChanged') return fieldOf(value)?.label ?? value;
  return codeLabel(fieldName, value) ?? value;
}

/** Says in words what has come, for the line over the grid. */
export function countText({ count, total, isSettled }: ReportState): string {
  const shown = count === total ? records(total) : `${whole(count)} of ${records(total)}`;
  return isSettled ? shown : `${shown} so far`;
}
