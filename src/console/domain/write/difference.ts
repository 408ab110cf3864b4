import { fieldOf } from '#contract/fields.ts';

/** `isUnknown`: the service did not return the old value. */
export interface ChangedField {
  fieldName: string;
  old: unknown;
  next: unknown;
  isUnknown: boolean;
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/**
 * In the form's order. An emptied field is cleared with null. A field that was not returned and is still empty is
 * unchanged.
 */
export function fieldChanges(returned: Record<string, unknown>, current: Record<string, unknown>): ChangedField[] {
  return Object.keys(current).flatMap((fieldName) => {
    const [old, given] = [returned[fieldName], current[fieldName]];
    if (isEmpty(old) ? isEmpty(given) : old === given) return [];
    return [{ fieldName, old, next: isEmpty(given) ? null : given, isUnknown: old === undefined }];
  });
}

export const pickFields = (record: Record<string, unknown>, fieldNames: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fieldNames.map((fieldName) => [fieldName, record[fieldName]]));

export const touchedValues = (changes: readonly ChangedField[]): Record<string, unknown> =>
  Object.fromEntries(changes.map(({ fieldName, next }) => [fieldName, next]));

/** Splits `InstalmentActionDate[3]` into field and sequence (docs/decisions.md, 22). Other names are unchanged. */
export function partsOf(name: string): { fieldName: string; sequence?: string } {
  const [, fieldName = '', sequence] = /^(\w+)\[(\d+)\]$/.exec(name) ?? [];
  return fieldOf(fieldName) ? { fieldName, sequence } : { fieldName: name };
}

/** "Instalment amount", or "Instalment 3: Action date" for `InstalmentActionDate[3]`. */
export function fieldLabel(name: string): string {
  const { fieldName, sequence } = partsOf(name);
  const label = fieldOf(fieldName)?.label ?? fieldName;
  const noun = fieldName.startsWith('Payment') ? 'Payment' : 'Instalment';
  return sequence ? `${noun} ${sequence}: ${label}` : label;
}
