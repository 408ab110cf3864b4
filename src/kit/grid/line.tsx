import { memo, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { host, type LabelOf } from '#kit/host.ts';
import { FieldValue, isDateField, formatField } from '#kit/ui/format.tsx';
import type { ShownColumn } from './columns.ts';
import { RowBox, type SelectableRows } from './row-box.tsx';

interface Props<Row> {
  row: Row;
  /** From 0, as shown. */
  position: number;
  columns: readonly ShownColumn<Row>[];
  labelOf: LabelOf;
  /** Where the row leads. */
  to?: string;
  actions?(row: Row): ReactNode;
  selection?: SelectableRows<Row>;
}

export function cellContent<Row extends object>(
  { fieldName, cell }: ShownColumn<Row>,
  row: Row,
  labelOf: LabelOf,
): ReactNode {
  if (cell) return cell(row);
  const fields = row as Record<string, unknown>;
  const value = fields[fieldName];
  return <FieldValue fieldName={fieldName} value={value} label={labelOf(fieldName, value, fields)} isShort />;
}

function LineOf<Row extends object>({ row, position, columns, labelOf, to, actions, selection }: Props<Row>) {
  const fields = row as Record<string, unknown>;
  return (
    <tr data-row={position + 1} aria-rowindex={position + 2} data-to={to}>
      {columns.map((column, index) => {
        const value = fields[column.fieldName];
        const content = cellContent(column, row, labelOf);
        // A tooltip for cut-off text, except masked values. A link needs text to click on.
        const isBlank = !column.cell && (value === null || value === undefined || value === '');
        const title =
          column.cell || host.fieldOf(column.fieldName)?.sensitive ? undefined : formatField(column.fieldName, value);
        return (
          <td
            key={column.fieldName}
            tabIndex={-1}
            data-column={index}
            aria-colindex={index + 1}
            data-align={column.align}
            data-figures={isDateField(column.fieldName) ? '' : undefined}
            title={title}
          >
            {selection && index === 0 && <RowBox row={row} selection={selection} />}
            {to !== undefined && index === 0 ? <RouterLink to={to}>{isBlank ? 'Open' : content}</RouterLink> : content}
          </td>
        );
      })}
      {actions && (
        <td
          tabIndex={-1}
          data-column={columns.length}
          aria-colindex={columns.length + 1}
          data-align="right"
          data-actions=""
        >
          {actions(row)}
        </td>
      )}
    </tr>
  );
}
/** Memoised: scrolling renders only new rows, and an edit only its own. */
// memo loses the type parameter.
export const GridLine = memo(LineOf) as typeof LineOf;

/** A row that is loading. */
export const LineSkeleton = ({ position, columns }: { position: number; columns: readonly ShownColumn<never>[] }) => (
  <tr data-row={position + 1} aria-rowindex={position + 2}>
    {columns.map(({ fieldName }, index) => (
      <td key={fieldName} tabIndex={-1} data-column={index} aria-colindex={index + 1}>
        <span data-skeleton="" />
      </td>
    ))}
  </tr>
);

const eight = Array.from({ length: 8 }, (_, row) => row);

/** As high as the rows, so that nothing moves when they load. */
export const SkeletonLines = ({ columns }: { columns: number }) => (
  <tbody aria-hidden>
    {eight.map((row) => (
      <tr key={row}>
        <td colSpan={columns}>
          <span data-skeleton="" />
        </td>
      </tr>
    ))}
  </tbody>
);

/** The height of rows outside the document, in a cell because browsers disagree about empty sections. */
export const RowsGap = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 && (
    // Hidden, so that its moves don't count as layout shifts when more rows load.
    <tbody aria-hidden style={{ visibility: 'hidden' }}>
      <tr>
        <td colSpan={columns} aria-hidden style={{ height, padding: 0, border: 0 }} />
      </tr>
    </tbody>
  );
