import { fieldOf } from '#contract/fields.ts';

/**
 * The values that a form can start with, and hints for the other fields. Retrieves return subsets (docs/interface.md,
 * Mandates), and some services return values that cannot be sent (an account type `GOLD`). Such a field starts empty,
 * which keeps the stored value.
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
