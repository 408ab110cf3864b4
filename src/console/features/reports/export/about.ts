import { moneyOf } from '#console/domain/collections/money.ts';
import type { Report } from '#console/domain/collections/report-list.ts';
import { fileRowCount, leftOutTexts, reportFilterText, sliceWords } from '#console/domain/collections/report-text.ts';
import { labelOf } from '#kit/data-grid/filters.ts';
import { presets, type Range, rangeText } from '#kit/dates/ranges.ts';
import type { AboutCell, ReportState } from '#report-engine/protocol.ts';
import { groupingText, type GroupChoice } from '../groups/grouping.ts';

interface Exported {
  report: Report;
  range: Range;
  state: ReportState;
  merchant: string;
  product: string;
  fields: Readonly<Record<string, unknown>>;
  by: readonly GroupChoice[];
  at: string;
}

export function aboutOf({ report, range, state, merchant, product, fields, by, at }: Exported): AboutCell[][] {
  const labelOfField = (fieldName: string) =>
    labelOf(report.columns.find((it) => it.fieldName === fieldName) ?? { fieldName });
  const products = report.product === 'path' ? product : String(fields.Product ?? 'All products');
  return [
    ['Report', report.title],
    ['Merchant', merchant],
    ...(report.product === 'none' ? [] : [['Product', products]]),
    ['Period', range.preset ? `${presets[range.preset]}: ${rangeText(range)}` : rangeText(range)],
    ...Object.entries(fields)
      .filter(([fieldName]) => fieldName !== 'Product')
      .map(([fieldName, value]) => [labelOfField(fieldName), String(value)]),
    ...(state.view.search ? [['Search', state.view.search]] : []),
    ...state.view.filters.map((it) => ['Filter', reportFilterText(it, report)]),
    ...(by.length > 0 ? [['Grouped by', groupingText(by)]] : []),
    [`Number of ${report.noun}s`, fileRowCount(state)],
    ...moneyOf(state.sums).map(({ label, count, cents }): AboutCell[] => [
      label,
      cents === null ? 'No sum: an amount is missing, negative or not in whole cents' : { cents },
      count,
    ]),
    ...leftOutTexts(state.leftOut, report.noun).map((it) => ['Not counted', it]),
    ['Complete', state.isComplete ? 'Yes' : 'NO: some rows are missing'],
    ...(state.isComplete ? [] : state.slices.map((it) => [rangeText(it), sliceWords[it.state], it.rows])),
    ['Created', at],
  ];
}
