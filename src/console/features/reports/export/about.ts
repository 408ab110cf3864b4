import { fieldOf } from '../../../../contract/fields.ts';
import type { Report } from '../../../domain/collections/report-list.ts';
import { daysText, sliceWords } from '../../../domain/collections/report-text.ts';
import { describe, labelOf } from '../../../kit/data-grid/filters.ts';
import { presets, type Range } from '../../../kit/dates/ranges.ts';
import type { AboutCell, ReportState } from '../../../report-engine/protocol.ts';
import { groupingText, type GroupChoice } from '../groups/grouping.ts';

interface Exported {
  report: Report;
  range: Range;
  state: ReportState;
  merchant: string;
  product: string;
  /** The query's fields besides the range. */
  fields: Readonly<Record<string, unknown>>;
  by: readonly GroupChoice[];
  /** When the file is written. */
  at: string;
}

/** What a file holds, in words: which report, of which days, by which filters; its totals as figures. */
export function aboutOf({ report, range, state, merchant, product, fields, by, at }: Exported): AboutCell[][] {
  const { columns } = report;
  const column = (fieldName: string) => columns.find((it) => it.fieldName === fieldName);
  const label = (fieldName: string) => labelOf(column(fieldName) ?? { fieldName });
  const products = report.product === 'path' ? product : String(fields.Product ?? 'All products');
  return [
    ['Report', report.title],
    ['Merchant', merchant],
    ...(report.product === 'none' ? [] : [['Product', products]]),
    ['Period', range.preset ? `${presets[range.preset]}: ${daysText(range)}` : daysText(range)],
    ...Object.entries(fields)
      .filter(([fieldName]) => fieldName !== 'Product')
      .map(([fieldName, value]) => [label(fieldName), String(value)]),
    ...(state.view.search ? [['Search', state.view.search]] : []),
    ...state.view.filters.map((it) => ['Filter', describe(it, column(it.fieldName))]),
    ...(by.length > 0 ? [['Grouped by', groupingText(by)]] : []),
    [`Number of ${report.noun}s`, state.count],
    ...Object.entries(state.sums).map(([fieldName, cents]): AboutCell[] => [
      `Total ${(fieldOf(fieldName)?.label ?? fieldName).toLowerCase()}`,
      cents === null ? 'No total: not every amount is whole cents' : { cents },
    ]),
    ['Complete', state.isComplete ? 'Yes' : 'NO: some rows are missing'],
    ...(state.isComplete ? [] : state.slices.map((it) => [daysText(it), sliceWords[it.state], it.rows])),
    ['Created', at],
  ];
}
