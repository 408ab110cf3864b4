import { memo, type CSSProperties, type ReactNode } from 'react';
import { codeLabel, isStatusField } from '#console/api/code-labels.ts';
import type { useLabels } from '#console/api/lookups.ts';
import type { Shown } from '#console/kit/grid/columns.ts';
import { show } from '#console/kit/ui/format.tsx';
import { StatusMark } from '#console/kit/ui/status.tsx';
import type { Row } from '#console/report-engine/protocol.ts';

interface Props {
  /** Nothing while it is on its way. */
  row: Row | undefined;
  /** From 0, in the order shown. */
  position: number;
  columns: readonly Shown<Row>[];
  labelOf: ReturnType<typeof useLabels>;
  linkOf?(fieldName: string, row: Row): string | undefined;
  pin(index: number): { style?: CSSProperties; 'data-pin'?: string };
  /** Columns that are selected, the end not among them. */
  left: number;
  right: number;
}

/**
 * A value as text wherever text says it all: what scrolling changes is then the text of elements that stay. No state may
 * live here, since another row comes into the same elements.
 */
function contentOf(column: Shown<Row>, row: Row, labelOf: Props['labelOf'], to: string | undefined): ReactNode {
  if (column.cell) return column.cell(row);
  const { fieldName } = column;
  const value = row[fieldName];
  if (value === null || value === undefined || value === '') return undefined;
  if (isStatusField(fieldName) && typeof value === 'string') return <StatusMark fieldName={fieldName} value={value} />;
  const text = show(fieldName, value);
  if (to !== undefined)
    return (
      <a href={to} data-to={to}>
        {text}
      </a>
    );
  // The code stands in the details of the row.
  return labelOf(fieldName, value, row) ?? codeLabel(fieldName, value) ?? text;
}

/** A row of a report, in elements that the next row in its place takes over. */
export const SourceLine = memo(function SourceLine(props: Props) {
  const { row, position, columns, labelOf, linkOf, pin, left, right } = props;
  return (
    <tr data-row={position + 1} aria-rowindex={position + 2} data-coming={row ? undefined : ''}>
      {columns.map((column, index) => (
        <td
          key={column.fieldName}
          tabIndex={-1}
          data-column={index}
          aria-colindex={index + 1}
          aria-selected={index >= left && index < right}
          data-align={column.align}
          {...pin(index)}
        >
          {row && contentOf(column, row, labelOf, linkOf?.(column.fieldName, row))}
          {index === 0 && (
            <button type="button" tabIndex={-1} data-aside="details" aria-label={`All fields of row ${position + 1}`}>
              ⤢
            </button>
          )}
        </td>
      ))}
    </tr>
  );
});
