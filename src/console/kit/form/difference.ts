import { fieldOf } from '../../../contract/fields.ts';

/** A word that an edit changes. `isUnknown`: the service did not return it, so what it replaces is not known. */
export interface Changed {
  word: string;
  old: unknown;
  next: unknown;
  isUnknown: boolean;
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/**
 * The words that differ between what the service returned and what the form holds, in the form's order. An emptied word
 * is cleared with null; one that was not returned and is still empty was not touched, whatever it holds there.
 */
export function difference(returned: Record<string, unknown>, held: Record<string, unknown>): Changed[] {
  return Object.keys(held).flatMap((word) => {
    const [old, given] = [returned[word], held[word]];
    if (isEmpty(old) ? isEmpty(given) : old === given) return [];
    return [{ word, old, next: isEmpty(given) ? null : given, isUnknown: old === undefined }];
  });
}

/** The words to send: only those that changed. */
export const touched = (changes: readonly Changed[]): Record<string, unknown> =>
  Object.fromEntries(changes.map(({ word, next }) => [word, next]));

/** The word of a changed field and, as in `InstalmentActionDate[3]`, of which instalment or payment; what is no word is as it came. */
export function partsOf(name: string): { word: string; sequence?: string } {
  const [, word = '', sequence] = /^(\w+)\[(\d+)\]$/.exec(name) ?? [];
  return fieldOf(word) ? { word, sequence } : { word: name };
}

/** "Instalment amount", or "Instalment 3: Action date" for a changed field such as `InstalmentActionDate[3]`. */
export function fieldLabel(name: string): string {
  const { word, sequence } = partsOf(name);
  const label = fieldOf(word)?.label ?? word;
  const noun = word.startsWith('Payment') ? 'Payment' : 'Instalment';
  return sequence ? `${noun} ${sequence}: ${label}` : label;
}
