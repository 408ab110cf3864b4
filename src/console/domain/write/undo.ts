import type { WriteName } from '#console/api/client.ts';
import type { Changed } from '#console/kit/form/difference.ts';
import { operations, type Input } from '#contract/operations.ts';

/** Edits. Each is undone by another edit of the same operation. */
export type EditName = Extract<WriteName, `${string}Edit`>;

export interface Undo {
  operation: EditName;
  /** The item that was sent, to check whether it still applies. */
  sent: object;
  /** The item that takes it back. */
  back: Input<EditName>;
  /** What it does, from `changesText`. */
  text: string;
  /** What it cannot restore; the person is asked first. */
  caveat?: string;
}

/** The changes from new to old. */
export const reversed = (changes: readonly Changed[]): Changed[] =>
  changes.map(({ old, next, ...change }) => ({ ...change, old: next, next: old === '' ? null : (old ?? null) }));

/**
 * The edit that takes changes back; undefined if an old value was not returned or cannot be sent.
 * @param named the fields that identify the record
 */
export function undoOf(
  operation: EditName,
  named: object,
  changes: readonly Changed[],
  text: string,
  caveat?: string,
): Undo | undefined {
  if (changes.some((change) => change.isUnknown)) return undefined;
  const itemOf = (list: readonly Changed[]) => ({
    ...named,
    ...Object.fromEntries(list.map(({ fieldName, next }) => [fieldName, next])),
  });
  const back = operations[operation].input.safeParse(itemOf(reversed(changes)));
  return back.success ? { operation, sent: itemOf(changes), back: back.data, text, caveat } : undefined;
}
