import { fieldOf } from '#contract/fields.ts';

/** A field that an edit changes. `isUnknown`: the service did not return it, so what it replaces is not known. */
export interface Changed {
  fieldName: string;
  old: unknown;
  next: unknown;
  isUnknown: boolean;
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/**
 * The fields that differ between what the service returned and what the form holds, in the form's order. An emptied field
 * is cleared with null; one that was not returned and is still empty was not touched, whatever it holds there.
 */
export function difference(returned: Record<string, unknown>, current: Record<string, unknown>): Changed[] {
  return Object.keys(current).flatMap((fieldName) => {
    const [old, given] = [returned[fieldName], current[fieldName]];
    if (isEmpty(old) ? isEmpty(given) : old === given) return [];
    return [{ fieldName, old, next: isEmpty(given) ? null : given, isUnknown: old === undefined }];
  });
}

/** The fields to send: only those that changed. */
export const touched = (changes: readonly Changed[]): Record<string, unknown> =>
  Object.fromEntries(changes.map(({ fieldName, next }) => [fieldName, next]));

/** The name of a changed field and, as in `InstalmentActionDate[3]`, of which instalment or payment; what is no field is as it came. */
export function partsOf(name: string): { fieldName: string; sequence?: string } {
  const [, fieldName = '', sequence] = /^(\w+)\[(\d+)\]$/.exec(name) ?? [];
  return fieldOf(fieldName) ? { fieldName, sequence } : { fieldName: name };
}

/** "Instalment amount", or "Instalment 3: Action date" for a changed field such as `InstalmentActionDate[3]`. */
export function fieldLabel(name: string): string {
  const { fieldName, sequence } = partsOf(name);
  const label = fieldOf(fieldName)?.label ?? fieldName;
  const noun = fieldName.startsWith('Payment') ? 'Payment' : 'Instalment';
  return sequence ? `${noun} ${sequence}: ${label}` : label;
}
