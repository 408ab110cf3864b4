import { useState } from 'react';
import type { useLabels } from '#console/api/lookups.ts';
import { PaperTable, useOnPrint } from '#console/kit/ui/paper.tsx';
import { cellContent } from './line.tsx';
import type { RowsProps } from './rows-props.ts';

/** The rows of a list on paper: all columns, also those that the window has no room for. */
export function PaperRows<Row extends object>(
  props: Pick<RowsProps<Row>, 'columns' | 'count' | 'rowAt' | 'totals'> & { labelOf: ReturnType<typeof useLabels> },
) {
  const { columns, count, rowAt, labelOf, totals } = props;
  const [isPrinting, setPrinting] = useState(false);
  useOnPrint(setPrinting);
  if (!isPrinting || count === 0) return null;
  return (
    <PaperTable
      heads={columns.map(({ label, align }) => ({ label, isRight: align === 'right' }))}
      count={count}
      cellsAt={(position) => {
        const row = rowAt(position);
        return row && columns.map((column) => cellContent(column, row, labelOf));
      }}
      totals={totals && columns.map(({ fieldName }) => totals[fieldName])}
    />
  );
}
