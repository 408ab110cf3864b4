import type { ReactNode } from 'react';
import { isStatusField } from '#console/api/code-labels.ts';
import { isNumeric, show } from '#console/kit/ui/format.tsx';
import { statusLabel } from '#console/kit/ui/status.tsx';
import { centsText, sumOf } from '#console/kit/ui/sums.ts';
import type { ColumnKind } from '#console/report-engine/protocol.ts';
import { fieldOf, type FieldName } from '#contract/fields.ts';

export interface Column<Row> {
  /** A field of the dictionary, or any other name that the rows have. */
  fieldName: string;
  label?: string;
  align?: 'left' | 'right';
  /** Pixels; the columns share what is left over in proportion. */
  width?: number;
  /** Pixels that it grows to before the others share what is left: a width that does not depend on the rows. */
  growsTo?: number;
  /** On a card its value needs no label. */
  isPlain?: boolean;
  /** What a card shows beside the name; without it, the first amount of the dictionary. */
  isAmount?: boolean;
  /** The higher, the sooner it goes where there is no room for all. Without it the column stays. */
  priority?: number;
  /** Without it, the field's value. */
  cell?(row: Row): ReactNode;
  /** What a file has in its place: other fields of the row, with their labels and kinds where the dictionary has none. */
  exported?: readonly (string | { fieldName: string; label?: string; kind?: ColumnKind; value?(row: Row): unknown })[];
}

export type Shown<Row> = Column<Row> & Required<Pick<Column<Row>, 'label' | 'align' | 'width'>>;

/** Pixels of the column that holds a row's buttons. */
export const actionsWidth = 190;

/** Pixels that a field's values need; longer texts are cut off, since a column must not change its width while scrolling. */
function widthOf(fieldName: string): number {
  const field = fieldOf(fieldName);
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

/** Names take their room; of long free text no column shows the whole, so it gets less than a name. */
const textWidth = (max: number): number => (max <= 30 ? 130 : max <= 60 ? 190 : max <= 100 ? 220 : 130);

/** A column with what the dictionary says about its field. */
export function shownOf<Row>(column: FieldName | Column<Row>): Shown<Row> {
  const given: Column<Row> = typeof column === 'string' ? { fieldName: column } : column;
  const label = given.label ?? fieldOf(given.fieldName)?.label ?? given.fieldName;
  return {
    ...given,
    label,
    align: given.align ?? (isNumeric(given.fieldName) ? 'right' : 'left'),
    // A header is read in full: 7 pixels a letter, the padding and the arrow.
    width: given.width ?? Math.max(widthOf(given.fieldName), label.length * 7 + 44),
  };
}

/** The columns that there is room for, in their order: those that matter least are left out first. */
export function fitting<C extends { width: number; growsTo?: number; priority?: number }>(
  columns: readonly C[],
  room: number,
): C[] {
  const kept = [...columns];
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
  return kept.map((it) => ({ ...it, width: Math.max(it.width, Math.min(it.growsTo ?? 0, it.width + room - sum)) }));
}

/** Pixels of a letter, at most; of a cell's padding; of the mark before a status. */
const [letter, padding, mark] = [8, 26, 22];
/** Wider than this no column grows. */
const widest = 360;

/**
 * The columns, those of amounts and statuses as wide as the longest that they hold: half an amount is another amount. The
 * rows are all here, so the width does not change while scrolling.
 */
export function fitted<Row extends object>(columns: readonly Shown<Row>[], rows: readonly Row[]): Shown<Row>[] {
  return columns.map((column) => {
    const { fieldName } = column;
    const values = () => rows.map((row) => (row as Record<string, unknown>)[fieldName]);
    const longest = (texts: readonly string[]) => texts.reduce((most, it) => Math.max(most, it.length), 0);
    let needed = 0;
    if (fieldOf(fieldName)?.input === 'amount') {
      const amounts = values();
      needed = longest([...amounts.map((it) => show(fieldName, it)), centsText(sumOf(amounts))]) * letter + padding;
    } else if (isStatusField(fieldName))
      needed =
        longest(values().map((it) => (typeof it === 'string' ? statusLabel(fieldName, it) : ''))) * letter +
        padding +
        mark;
    return needed > column.width ? { ...column, width: Math.min(needed, widest) } : column;
  });
}
