import GlobalStyles from '@mui/material/GlobalStyles';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { moneyOf } from '#console/domain/collections/money.ts';
import type { Report } from '#console/domain/collections/report-list.ts';
import { counted, countText, leftOutTexts } from '#console/domain/collections/report-text.ts';
import { labelOf } from '#console/kit/data-grid/filters.ts';
import { isNumeric, show } from '#console/kit/ui/format.tsx';
import { OnPaper } from '#console/kit/ui/paper.tsx';
import { centsText, whole } from '#console/kit/ui/sums.ts';
import type { ReportSource, ReportState, Row } from '#console/report-engine/protocol.ts';
import { fieldOf } from '#contract/fields.ts';

/** A page has about forty. */
export const printed = 100;

/** Rows uncut, instead of the grid. */
const rowsOnPaper = {
  '[data-print]': { display: 'none' },
  '@media print': {
    '[data-print]': { display: 'block' },
    '[data-print] table': { borderCollapse: 'collapse', width: '100%', fontSize: '7.5pt' },
    '[data-print] th, [data-print] td': { border: '0.5pt solid #bbb', padding: '1pt 3pt', textAlign: 'left' },
    '[data-print] [data-align=right]': { textAlign: 'right', whiteSpace: 'nowrap' },
    '[data-print] thead': { display: 'table-header-group' },
  },
} as const;

const rowsOf = (source: ReportSource, count: number): Row[] =>
  Array.from({ length: Math.min(printed, count) }, (_, position) => source.rowAt(position)).filter(
    (it) => it !== undefined,
  );

/** Changes the page in time for the printout, and back. */
export function useOnPrint(change: (isPrinting: boolean) => void): void {
  const onPrint = useEffectEvent(({ type }: Event) => flushSync(() => change(type === 'beforeprint')));
  useEffect(() => {
    const listener = (event: Event) => onPrint(event);
    for (const type of ['beforeprint', 'afterprint']) addEventListener(type, listener);
    return () => {
      for (const type of ['beforeprint', 'afterprint']) removeEventListener(type, listener);
    };
  }, []);
}

export function PrintRows(props: {
  source: ReportSource;
  state: ReportState;
  report: Report;
  columns: readonly string[];
  isGrouped: boolean;
}) {
  const { source, state, columns, isGrouped } = props;
  const { noun, sum, columns: specs } = props.report;
  const [rows, setRows] = useState<readonly Row[]>();
  useOnPrint((isPrinting) => setRows(isPrinting ? rowsOf(source, source.getSnapshot().count) : undefined));
  return (
    <>
      <OnPaper />
      <GlobalStyles styles={rowsOnPaper} />
      {rows && !isGrouped && (
        <div data-print>
          <p>
            {countText(state, noun)}.
            {sum &&
              ` ${moneyOf(state.sums)
                .map(({ label, cents, currency }) => `${label} ${centsText(cents, currency)}`)
                .join(', ')}.`}
            {leftOutTexts(state.leftOut, noun).map((it) => ` ${it}`)}
            {!state.isComplete && ' INCOMPLETE: some rows are missing.'}
            {state.count > rows.length &&
              ` The first ${whole(rows.length)} rows are printed, ${counted(state.count - rows.length)} are left out; an export has all.`}
          </p>
          <table>
            <thead>
              <tr>
                {columns.map((fieldName) => (
                  <th key={fieldName} data-align={isNumeric(fieldName) ? 'right' : 'left'}>
                    {labelOf(specs.find((it) => it.fieldName === fieldName) ?? { fieldName })}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={index}>
                  {columns.map((fieldName) => (
                    <td key={fieldName} data-align={isNumeric(fieldName) ? 'right' : 'left'}>
                      {fieldOf(fieldName)?.sensitive ? '••••' : show(fieldName, row[fieldName])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

/** Prints once the printed rows have loaded. */
export function print(source: ReportSource): void {
  const most = Math.min(printed, source.getSnapshot().count);
  const isHere = () => most === 0 || source.rowAt(most - 1) !== undefined;
  if (isHere()) return globalThis.print();
  const stop = source.subscribe(() => {
    if (!isHere()) return;
    stop();
    globalThis.print();
  });
  source.show(0, most);
}
