import { fieldOf } from '#contract/fields.ts';

/**
 * What of a record a form can edit, and what to say at the fields that it cannot start from. Retrieve answers are subsets
 * (interface, Mandate), and another service may return what nobody may send (an account type `GOLD`): left in the form,
 * that would keep every other field from being saved. Either way an empty field keeps the field as it is.
 */
export function returnedOf(
  record: object,
  fieldNames: readonly string[],
): { returned: Record<string, unknown>; hints: Record<string, string> } {
  const fields = record as Record<string, unknown>;
  const returned: Record<string, unknown> = { ...fields };
  const hints: Record<string, string> = {};
  for (const fieldName of fieldNames) {
    const value = fields[fieldName];
    const isFit = value === null || value === '' || fieldOf(fieldName)?.write.safeParse(value).success;
    if (isFit) continue;
    hints[fieldName] =
      value === undefined
        ? 'Not shown here. Leave empty to keep it as it is.'
        : `Shown as ${fieldOf(fieldName)?.sensitive ? 'something' : `“${String(value)}”`}, which cannot be saved. Leave empty to keep it as it is.`;
    delete returned[fieldName];
  }
  return { returned, hints };
}
