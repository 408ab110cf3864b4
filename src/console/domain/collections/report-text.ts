import { isLateReturn, isPayout } from '#answers/transaction-kind.ts';
import { codeLabel } from '#console/api/code-labels.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import { describe } from '#kit/data-grid/filters.ts';
import type { LabelOf } from '#kit/host.ts';
import { formatCount } from '#kit/ui/sums.ts';
import type { LeftOutRows, ReportState, SliceStatus } from '#report-engine/protocol.ts';
import { collectionsOnly, type Report } from './report-list.ts';

/** `1 transaction`, `1 234 rows`. */
export const rowCountText = (count: number, noun = 'row'): string =>
  `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;

/** In decimal units: 1 kB is 1,000 bytes. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000
    ? `${(bytes / 1000).toFixed(0)} kB`
    : `${(bytes / 1_000_000).toFixed(1).replace('.', ',')} MB`;
}

export const sliceWords: Record<SliceStatus['state'], string> = {
  waiting: 'waiting',
  loading: 'loading',
  done: 'done',
  empty: 'nothing found',
  failed: 'failed',
  cut: 'cut off',
};

/** A value on screen: `Paid`; `UNPAID` without a label. */
export function reportValueText(fieldName: string, value: string | null | undefined): string {
  if (value === undefined) return 'All others';
  // The interface lists no types: what is no payout is a collection (docs/decisions.md, 18).
  if (fieldName === 'TransactionType' && isPayout({ TransactionType: value })) return 'Payouts';
  if (fieldName === 'TransactionType' && isLateReturn({ TransactionType: value })) return 'Returned after payment';
  if (fieldName === 'TransactionType' && (value === null || value === '')) return 'Collections';
  if (value === null || value === '') return 'None';
  return codeLabel(fieldName, value) ?? value;
}

export const reportFilterText = (filter: Filter, { columns }: Pick<Report, 'columns'>, lookup?: LabelOf): string =>
  JSON.stringify(filter) === JSON.stringify(collectionsOnly)
    ? 'Collections'
    : describe(
        filter,
        columns.find((it) => it.fieldName === filter.fieldName),
        lookup,
      );

/** Sentences about records that are not counted; `undated` where days are counted. */
export function leftOutTexts(
  { otherDays, repeated, types = [], undated = 0 }: LeftOutRows & { undated?: number },
  noun: string,
) {
  const are = (count: number) => (count === 1 ? 'is' : 'are');
  return [
    ...(otherDays > 0 ? [`${rowCountText(otherDays, noun)} of other days ${are(otherDays)} not counted.`] : []),
    ...(undated > 0
      ? [`${rowCountText(undated, noun)} without a date that can be read ${are(undated)} not counted.`]
      : []),
    ...types.map(({ type, count }) => `${rowCountText(count, noun)} of type “${type}” ${are(count)} not counted.`),
    ...(repeated > 0
      ? [`${rowCountText(repeated, noun)} came twice with the same values and ${are(repeated)} counted once.`]
      : []),
  ];
}

/** Rows of its file, also where the page shows one for each action. */
export const fileRowCount = ({ count, total, view }: ReportState): number => (view.foldsActions ? total : count);

/** For the line above the grid: `12 of 510 transactions`, `19 changes in 3 actions`; '' before the first has come. */
export function shownCountText({ count, total, isSettled, view }: ReportState, noun: string): string {
  const shown = view.foldsActions
    ? `${rowCountText(total, noun)} in ${rowCountText(count, 'action')}`
    : count === total
      ? rowCountText(total, noun)
      : `${formatCount(count)} of ${rowCountText(total, noun)}`;
  if (isSettled) return shown;
  return total > 0 ? `${shown} so far` : '';
}
