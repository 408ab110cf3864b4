import type { ReactNode } from 'react';
import { host, labelFor, type KitFields } from '#kit/host.ts';
import { isNumeric, formatField } from '#kit/ui/format.tsx';
import { statusLabel } from '#kit/ui/status.tsx';
import { centsText, sumOf } from '#kit/ui/sums.ts';
import type { ColumnKind } from '#rules/column.ts';

export interface Column<Row> {
  fieldName: string;
  label?: string;
  align?: 'left' | 'right';
  /** Minimum pixels; the rest is shared in proportion. */
  width?: number;
  /** Grows to these pixels first, for a width that does not depend on the rows. */
  growsTo?: number;
  /** Without a label on cards. */
  isPlain?: boolean;
  /** Next to the name on a card; by default the first amount. */
  isAmount?: boolean;
  /** The highest is left out first; without a priority a column stays. */
  priority?: number;
  /** Only shown once it is chosen; in files and on paper always. */
  isOptional?: boolean;
  cell?(row: Row): ReactNode;
  /** For files: other fields of the row, with label and kind unless the contract has them. */
  exported?: readonly (string | { fieldName: string; label?: string; kind?: ColumnKind; value?(row: Row): unknown })[];
}

export type ShownColumn<Row> = Column<Row> & Required<Pick<Column<Row>, 'label' | 'align' | 'width'>>;

export const actionsWidthPx = 190;

/** Pixels for a field's values. Longer texts are cut off: widths must not change while scrolling. */
function widthOf(fieldName: string): number {
  const field = host.fieldOf(fieldName);
  switch (field?.input) {
    case 'amount':
      return 140;
    case 'date':
      return 116;
    case 'dateTime':
      return 172;
    case 'flag':
      return 96;
    case 'integer':
      return field.lookup || field.sensitive ? 190 : 130;
    case 'rate':
      return 130;
    case 'code':
      return 140;
    default:
      return textWidth(field?.max ?? 60);
  }
}

const textWidth = (max: number): number => (max <= 30 ? 130 : max <= 60 ? 190 : max <= 100 ? 220 : 130);

export function shownOf<Row>(column: keyof KitFields | Column<Row>): ShownColumn<Row> {
  const given: Column<Row> = typeof column === 'string' ? { fieldName: column } : column;
  const label = given.label ?? labelFor(given.fieldName);
  return {
    ...given,
    label,
    align: given.align ?? (isNumeric(given.fieldName) ? 'right' : 'left'),
    // Not cut off: 7 pixels per letter, padding and arrow.
    width: given.width ?? Math.max(widthOf(given.fieldName), label.length * 7 + 44),
  };
}

export function fittingColumns<C extends { width: number; growsTo?: number; priority?: number; isOptional?: boolean }>(
  columns: readonly C[],
  room: number,
): C[] {
  const kept = columns.filter((it) => !it.isOptional);
  let sum = kept.reduce((total, it) => total + it.width, 0);
  while (sum > room) {
    const least = kept.reduce((most, it) => Math.max(most, it.priority ?? 0), 0);
    if (least === 0) break;
    const [moved] = kept.splice(
      kept.findLastIndex((it) => it.priority === least),
      1,
    );
    sum -= moved?.width ?? 0;
  }
  return kept.map((column) => {
    const more = Math.max(0, Math.min((column.growsTo ?? 0) - column.width, room - sum));
    sum += more;
    return { ...column, width: column.width + more };
  });
}

/** Maximum pixels of a letter, a cell's padding, and the mark before a status. */
const [letter, padding, mark] = [8, 26, 22];
/** Pixels. */
const widestPx = 360;

/** Fits amounts and statuses to their longest value: a truncated amount is wrong. */
export function fittedColumns<Row extends object>(
  columns: readonly ShownColumn<Row>[],
  rows: readonly Row[],
): ShownColumn<Row>[] {
  return columns.map((column) => {
    const { fieldName } = column;
    const values = () => rows.map((row) => (row as Record<string, unknown>)[fieldName]);
    const longest = (texts: readonly string[]) => texts.reduce((most, it) => Math.max(most, it.length), 0);
    let needed = 0;
    if (host.fieldOf(fieldName)?.input === 'amount') {
      const amounts = values();
      needed =
        longest([...amounts.map((it) => formatField(fieldName, it)), centsText(sumOf(amounts))]) * letter + padding;
    } else if (host.isStatusField(fieldName))
      needed =
        longest(values().map((it) => (typeof it === 'string' ? statusLabel(fieldName, it) : ''))) * letter +
        padding +
        mark;
    return needed > column.width ? { ...column, width: Math.min(needed, widestPx) } : column;
  });
}
