import type { WriteName } from '#contract/operations.ts';
import { operations, type Input } from '#contract/operations.ts';
import type { ChangedField } from './difference.ts';

/** Each is undone by another edit of the same operation. */
type EditName = Extract<WriteName, `${string}Edit`>;

export interface Undo {
  operation: EditName;
  /** To check whether its values are still current. */
  sent: object;
  back: Input<EditName>;
  text: string;
  /** What it cannot restore; requires confirmation. */
  caveat?: string;
}

export const reversedChanges = (changes: readonly ChangedField[]): ChangedField[] =>
  changes.map(({ old, next, ...change }) => ({ ...change, old: next, next: old === '' ? null : (old ?? null) }));

/**
 * The reverse edit; `undefined` if an old value was not returned or cannot be sent.
 * @param named the fields that identify the record
 */
export function undoOf(
  operation: EditName,
  named: object,
  changes: readonly ChangedField[],
  text: string,
  caveat?: string,
): Undo | undefined {
  if (changes.some((change) => change.isUnknown)) return undefined;
  const itemOf = (list: readonly ChangedField[]) => ({
    ...named,
    ...Object.fromEntries(list.map(({ fieldName, next }) => [fieldName, next])),
  });
  const back = operations[operation].input.safeParse(itemOf(reversedChanges(changes)));
  return back.success ? { operation, sent: itemOf(changes), back: back.data, text, caveat } : undefined;
}
