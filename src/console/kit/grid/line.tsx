import { memo, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { useLabels } from '#console/api/lookups.ts';
import { FieldValue, show } from '#console/kit/ui/format.tsx';
import { fieldOf } from '#contract/fields.ts';
import type { Shown } from './columns.ts';

interface Props<Row> {
  row: Row;
  /** From 0, in the order shown. */
  position: number;
  columns: readonly Shown<Row>[];
  labelOf: ReturnType<typeof useLabels>;
  href?(row: Row): string | undefined;
  actions?(row: Row): ReactNode;
}

function LineOf<Row extends object>({ row, position, columns, labelOf, href, actions }: Props<Row>) {
  const to = href?.(row);
  const fields = row as Record<string, unknown>;
  return (
    <tr data-row={position + 1} aria-rowindex={position + 2} data-to={to}>
      {columns.map((column, index) => {
        const value = fields[column.fieldName];
        const content = column.cell ? (
          column.cell(row)
        ) : (
          <FieldValue
            fieldName={column.fieldName}
            value={value}
            label={labelOf(column.fieldName, value, fields)}
            isShort
          />
        );
        // Cut-off text is read by pointing at it; what is masked stays masked there, too.
        // A link needs something to point at.
        const isBlank = !column.cell && (value === null || value === undefined || value === '');
        const title = column.cell || fieldOf(column.fieldName)?.sensitive ? undefined : show(column.fieldName, value);
        return (
          <td
            key={column.fieldName}
            tabIndex={-1}
            data-column={index}
            aria-colindex={index + 1}
            data-align={column.align}
            title={title}
          >
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
/** A row. Scrolling renders only those that come into sight. */
// memo forgets the type parameter; it is the same component.
export const Line = memo(LineOf) as typeof LineOf;

const eight = Array.from({ length: 8 }, (_, row) => row);

/** Where rows will be: the same heights, so that nothing jumps when they come. */
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

/** The height of the rows that are not in the document. A cell holds it, since browsers disagree about empty sections. */
export const Gap = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 && (
    // Unseen: what is below the last row moves when more rows come, and nobody looks at it.
    <tbody aria-hidden style={{ visibility: 'hidden' }}>
      <tr>
        <td colSpan={columns} aria-hidden style={{ height, padding: 0, border: 0 }} />
      </tr>
    </tbody>
  );
