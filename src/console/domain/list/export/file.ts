import { codeLabel, isStatusField } from '#console/api/code-labels.ts';
import type { useLabels } from '#console/api/lookups.ts';
import { fieldOf } from '#contract/fields.ts';
import type { ShownColumn } from '#kit/grid/columns.ts';
import { maskedNumber } from '#kit/ui/masked.tsx';
import { statusLabel } from '#kit/ui/status.tsx';
import type { ColumnKind, ColumnSpec, Row as FileRow } from '#rules/column.ts';

/** A column with its label as title. */
interface FileColumn<Row> extends ColumnSpec {
  title: string;
  /** If the row does not have it under the field's name. */
  value?(row: Row): unknown;
}

function kindOf(fieldName: string): ColumnKind {
  const field = fieldOf(fieldName);
  switch (field?.input) {
    case 'amount':
    case 'date':
    case 'dateTime':
      return field.input;
    case 'rate':
      return 'number';
    case 'integer':
      // Looked-up numbers are codes, masked ones texts.
      return field.lookup || field.sensitive ? 'text' : 'integer';
    default:
      return 'text';
  }
}

/** The columns of the file, including those that don't fit on screen. */
export const listFileColumns = <Row>(columns: readonly ShownColumn<Row>[]): FileColumn<Row>[] =>
  columns.flatMap((column) =>
    (column.exported ?? [{ fieldName: column.fieldName, label: column.label }]).map((given) => {
      const it: Exclude<typeof given, string> = typeof given === 'string' ? { fieldName: given } : given;
      return {
        fieldName: it.fieldName,
        kind: it.kind ?? kindOf(it.fieldName),
        title: it.label ?? fieldOf(it.fieldName)?.label ?? it.fieldName,
        value: it.value,
      };
    }),
  );

/** A value for the file: numbers and days unchanged, codes as labels, masked values masked. */
function fileValue<Row extends object>(
  { fieldName, kind, value: valueOf }: FileColumn<Row>,
  of: Row,
  labelOf: ReturnType<typeof useLabels>,
): unknown {
  const row = of as Record<string, unknown>;
  const value = valueOf ? valueOf(of) : row[fieldName];
  if (value === null || value === undefined || value === '') return null;
  const field = fieldOf(fieldName);
  if (field?.sensitive) return maskedNumber(String(value));
  if (kind !== 'text') return value;
  if (field?.input === 'flag') return value === 'Y' ? 'Yes' : value === 'N' ? 'No' : String(value);
  if (isStatusField(fieldName)) return statusLabel(fieldName, String(value));
  return labelOf(fieldName, value, row) ?? codeLabel(fieldName, value) ?? String(value);
}

/** Rows per turn. */
const slice = 500;

/** Yields rows in slices, with a pause after each. */
export async function* fileRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly FileColumn<Row>[],
  labelOf: ReturnType<typeof useLabels>,
): AsyncGenerator<FileRow[]> {
  for (let first = 0; first < rows.length; first += slice) {
    yield rows
      .slice(first, first + slice)
      .map((row) => Object.fromEntries(columns.map((it) => [it.fieldName, fileValue(it, row, labelOf)])));
    await new Promise((resolve) => setTimeout(resolve));
  }
}
