import { fieldOf } from '#contract/fields.ts';
import { maskedNumber } from '#kit/ui/masked.tsx';
import type { ColumnFields } from '#sheet-engine/columns.ts';
import type { ShownRow } from '#sheet-engine/view.ts';

const isSensitive = (fieldName: string | undefined): boolean =>
  fieldName !== undefined && fieldOf(fieldName)?.sensitive === true;

export const hasSensitiveColumns = (columns: ColumnFields): boolean => columns.some(isSensitive);

/** Masks stored account and ID numbers, but not typed ones. */
export function shownCell(row: ShownRow | undefined, column: number, fieldName: string | undefined): string {
  const text = row?.cells[column] ?? '';
  const isStored = row?.before !== undefined && row.before[column] === text;
  return text !== '' && isStored && isSensitive(fieldName) ? maskedNumber(text) : text;
}
