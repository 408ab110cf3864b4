import { useState } from 'react';
import { moneyOf } from '#console/domain/collections/money.ts';
import type { Report } from '#console/domain/collections/report-list.ts';
import { shownCountText, leftOutTexts } from '#console/domain/collections/report-text.ts';
import { fieldOf } from '#contract/fields.ts';
import { printedRows } from '#kit/base/printed-rows.ts';
import { labelOf } from '#kit/data-grid/filters.ts';
import { isNumeric, formatField } from '#kit/ui/format.tsx';
import { PaperTable, useOnPrint } from '#kit/ui/paper.tsx';
import { centsText } from '#kit/ui/sums.ts';
import type { ReportSource, ReportState } from '#report-engine/protocol.ts';
import { foreignCurrency } from '#rules/money.ts';

export function PrintRows(props: {
  source: ReportSource;
  state: ReportState;
  report: Report;
  columns: readonly string[];
}) {
  const { source, state, columns } = props;
  const { noun, sum, columns: specs } = props.report;
  const [isPrinting, setPrinting] = useState(false);
  useOnPrint(setPrinting);
  if (!isPrinting) return null;
  const lead = [
    `${shownCountText(state, noun)}.`,
    sum &&
      `${moneyOf(state.sums)
        .map(({ label, cents, currency }) => `${label} ${centsText(cents, currency)}`)
        .join(', ')}.`,
    ...leftOutTexts(state.leftOut, noun),
    !state.isComplete && 'INCOMPLETE: some rows are missing.',
  ];
  return (
    <PaperTable
      lead={lead.filter(Boolean).join(' ')}
      heads={columns.map((fieldName) => ({
        label: labelOf(specs.find((it) => it.fieldName === fieldName) ?? { fieldName }),
        isRight: isNumeric(fieldName),
      }))}
      count={state.count}
      cellsAt={(position) => {
        const row = source.rowAt(position);
        return (
          row &&
          columns.map((fieldName) =>
            fieldOf(fieldName)?.sensitive
              ? '••••'
              : formatField(fieldName, row[fieldName], foreignCurrency(row.Currency)),
          )
        );
      }}
    />
  );
}

/** Prints once the printed rows have loaded. */
export function printReport(source: ReportSource): void {
  const last = Math.min(printedRows, source.getSnapshot().count) - 1;
  const isHere = () => last < 0 || source.rowAt(last) !== undefined;
  if (isHere()) return globalThis.print();
  const stop = source.subscribe(() => {
    if (!isHere()) return;
    stop();
    globalThis.print();
  });
}
