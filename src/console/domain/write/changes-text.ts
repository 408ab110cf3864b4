import { loweredText } from '#console/domain/contract/rhythm.ts';
import { fieldOf } from '#contract/fields.ts';
import { formatField } from '#kit/ui/format.tsx';
import { maskedNumber } from '#kit/ui/masked.tsx';
import { fieldLabel, type ChangedField } from './difference.ts';

export type FieldLabelOf = (fieldName: string, value: unknown, beside?: Record<string, unknown>) => string | undefined;

/** Further changes are only counted. */
const most = 2;

/** The label inside a sentence: `amount` of an instalment, `email`, `ID number`. */
function nounOf(fieldName: string): string {
  const short = fieldLabel(fieldName).replace(/^(?:Instalment|Payment|Client) (?=[a-z])/, '');
  return loweredText(short);
}

/** `R 1 455,00`, `•••• 1333`, `none`. Code labels depend on other fields of the record. */
export function changedValueText(
  fieldName: string,
  value: unknown,
  labelOf: FieldLabelOf = () => undefined,
  record: Record<string, unknown> = {},
): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (fieldOf(fieldName)?.sensitive) return maskedNumber(String(value));
  return labelOf(fieldName, value, record) ?? formatField(fieldName, value);
}

/** `amount R 1 455,00 → R 1 500,00`; sensitive values masked. */
export function changesText(
  changes: readonly ChangedField[],
  labelOf: FieldLabelOf = () => undefined,
  beside: Record<string, unknown> = {},
): string {
  const next = { ...beside, ...Object.fromEntries(changes.map((change) => [change.fieldName, change.next])) };
  const texts = changes.slice(0, most).map(({ fieldName, old, next: given, isUnknown }) => {
    const after = changedValueText(fieldName, given, labelOf, next);
    return isUnknown
      ? `${nounOf(fieldName)} → ${after}`
      : `${nounOf(fieldName)} ${changedValueText(fieldName, old, labelOf, beside)} → ${after}`;
  });
  const more = changes.length - texts.length;
  return texts.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
