import { fieldOf } from '../../../contract/fields.ts';

/**
 * What of a record a form can edit, and what to say at the words that it cannot start from. Retrieve answers are subsets
 * (interface, Mandate), and another service may return what nobody may send (an account type `GOLD`): left in the form,
 * that would keep every other word from being saved. Either way an empty field keeps the word as it is.
 */
export function returnedOf(
  record: object,
  words: readonly string[],
): { returned: Record<string, unknown>; hints: Record<string, string> } {
  const held = record as Record<string, unknown>;
  const returned: Record<string, unknown> = { ...held };
  const hints: Record<string, string> = {};
  for (const word of words) {
    const value = held[word];
    const isFit = value === null || value === '' || fieldOf(word)?.write.safeParse(value).success;
    if (isFit) continue;
    hints[word] =
      value === undefined
        ? 'Not returned by the service. Leave empty to keep it as it is.'
        : `Returned as ${fieldOf(word)?.sensitive ? 'something' : `“${String(value)}”`}, which cannot be sent. Leave empty to keep it as it is.`;
    delete returned[word];
  }
  return { returned, hints };
}
