import { fieldChanges, pickFields, type ChangedField } from './difference.ts';

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
  changes: ChangedField[];
  /** What both changed: each is replaced or kept as a whole. `moved` is what was saved meanwhile. */
  conflicts: { changes: ChangedField[]; moved: ChangedField[] }[];
  /** What only another person changed meanwhile; it stays. */
  theirs: ChangedField[];
}

/**
 * @param opened what the form was opened with
 * @param stored what is stored now
 * @param given the form's values, by field
 */
export function rebasedValues(
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
    const mine = fieldChanges(opened, pickFields(given, group));
    const moved = fieldChanges(opened, pickFields(stored, group));
    const changes = fieldChanges(stored, pickFields(given, group));
    if (mine.length === 0) result.theirs.push(...moved);
    else if (moved.length === 0) result.changes.push(...changes);
    else if (changes.length > 0) result.conflicts.push({ changes, moved });
  }
  return result;
}
