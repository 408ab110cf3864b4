import { memo, type CSSProperties, type ReactNode } from 'react';
import type { ShownColumn } from '#kit/grid/columns.ts';
import { host, type LabelOf } from '#kit/host.ts';
import { isDateField, formatField } from '#kit/ui/format.tsx';
import { StatusMark } from '#kit/ui/status.tsx';
import type { Row } from '#rules/column.ts';
import { foreignCurrency } from '#rules/money.ts';

interface Props {
  /** Undefined while loading. */
  row: Row | undefined;
  /** From 0, as shown. */
  position: number;
  columns: readonly ShownColumn<Row>[];
  labelOf: LabelOf;
  linkOf?(fieldName: string, row: Row): string | undefined;
  pin(index: number): { style?: CSSProperties; 'data-pin'?: string };
  /** `right` is exclusive. */
  left: number;
  right: number;
}

/** Plain text if possible, so that scrolling only changes text nodes. Cells hold no state: elements are reused. */
function contentOf(column: ShownColumn<Row>, row: Row, labelOf: Props['labelOf'], to: string | undefined): ReactNode {
  if (column.cell) return column.cell(row);
  const { fieldName } = column;
  const value = row[fieldName];
  if (value === null || value === undefined || value === '') return undefined;
  if (host.isStatusField(fieldName) && typeof value === 'string')
    return <StatusMark fieldName={fieldName} value={value} />;
  const text = formatField(fieldName, value, foreignCurrency(row.Currency));
  if (to !== undefined)
    return (
      <a href={to} data-to={to}>
        {text}
      </a>
    );
  // The row's details also show the code.
  return labelOf(fieldName, value, row) ?? host.codeLabel(fieldName, value) ?? text;
}

/** Its elements are reused for the next row in the same position. */
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
          data-figures={isDateField(column.fieldName) ? '' : undefined}
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
