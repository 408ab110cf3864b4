import type { ColumnFields } from '#console/import-engine/columns.ts';
import type { ShownRow } from '#console/import-engine/view.ts';
import { maskedNumber } from '#console/kit/ui/masked.tsx';
import { fieldOf } from '#contract/fields.ts';

const isSensitive = (fieldName: string | undefined): boolean =>
  fieldName !== undefined && fieldOf(fieldName)?.sensitive === true;

export const hasSensitiveColumns = (columns: ColumnFields): boolean => columns.some(isSensitive);

/** Masks stored account and ID numbers, but not typed ones. */
export function shownCell(row: ShownRow | undefined, column: number, fieldName: string | undefined): string {
  const text = row?.cells[column] ?? '';
  const isStored = row?.before !== undefined && row.before[column] === text;
  return text !== '' && isStored && isSensitive(fieldName) ? maskedNumber(text) : text;
}
