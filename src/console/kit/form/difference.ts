import { fieldOf } from '#contract/fields.ts';

/** `isUnknown`: the service did not return the old value. */
export interface Changed {
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
export function difference(returned: Record<string, unknown>, current: Record<string, unknown>): Changed[] {
  return Object.keys(current).flatMap((fieldName) => {
    const [old, given] = [returned[fieldName], current[fieldName]];
    if (isEmpty(old) ? isEmpty(given) : old === given) return [];
    return [{ fieldName, old, next: isEmpty(given) ? null : given, isUnknown: old === undefined }];
  });
}

export const pick = (record: Record<string, unknown>, fieldNames: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fieldNames.map((fieldName) => [fieldName, record[fieldName]]));

export const touched = (changes: readonly Changed[]): Record<string, unknown> =>
  Object.fromEntries(changes.map(({ fieldName, next }) => [fieldName, next]));

/** Fields that mean something together only: an account number of another bank is another account. */
const together: readonly (readonly string[])[] = [
  ['BankCode', 'BranchCode', 'AccountType', 'AccountNumber', 'AccountHolderName'],
  ['IDType', 'IDNumber'],
  ['FrequencyCode', 'CollectionDay'],
  ['AdjustmentCategory', 'AdjustmentAmount', 'AdjustmentRate'],
];

/** An edit compared with what is stored now. */
export interface Rebased {
  /** What only the form changes, from what is stored now. */
  changes: Changed[];
  /** What both changed: each is replaced or kept as a whole. `moved` is what was saved meanwhile. */
  conflicts: { changes: Changed[]; moved: Changed[] }[];
  /** What only somebody else changed meanwhile; it stays. */
  theirs: Changed[];
}

/**
 * @param opened what the form was opened with
 * @param stored what is stored now
 * @param given the form's values, by field
 */
export function rebased(
  opened: Record<string, unknown>,
  stored: Record<string, unknown>,
  given: Record<string, unknown>,
): Rebased {
  const names = Object.keys(given);
  const groups = new Map(
    names.map((fieldName) => {
      const group = together.find((it) => it.includes(fieldName)) ?? [fieldName];
      return [group[0], names.filter((it) => group.includes(it))];
    }),
  );
  const result: Rebased = { changes: [], conflicts: [], theirs: [] };
  for (const group of groups.values()) {
    const mine = difference(opened, pick(given, group));
    const moved = difference(opened, pick(stored, group));
    const changes = difference(stored, pick(given, group));
    if (mine.length === 0) result.theirs.push(...moved);
    else if (moved.length === 0) result.changes.push(...changes);
    else if (changes.length > 0) result.conflicts.push({ changes, moved });
  }
  return result;
}

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
