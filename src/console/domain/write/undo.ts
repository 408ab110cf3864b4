import type { Changed } from '#console/kit/form/difference.ts';
import { operations, type Input } from '#contract/operations.ts';

/** Writes that an edit of the same kind takes back. */
export type EditName =
  | 'mandateEdit'
  | 'contractEdit'
  | 'mandateInitiateEdit'
  | 'clientEdit'
  | 'instalmentEdit'
  | 'omniInstalmentEdit'
  | 'payoutPaymentEdit';

export interface Undo {
  operation: EditName;
  /** The item that was sent, to tell whether it still stands. */
  sent: object;
  /** The item that takes it back. */
  back: Input<EditName>;
  /** What it does, as `changesText` says it. */
  text: string;
  /** What it cannot bring back; the person is asked first. */
  caveat?: string;
}

/** The same changes, from new to old. */
export const reversed = (changes: readonly Changed[]): Changed[] =>
  changes.map(({ old, next, ...change }) => ({ ...change, old: next, next: old === '' ? null : (old ?? null) }));

/**
 * The edit that takes changes back; undefined where what they replaced was not returned, or cannot be sent as it came.
 * @param named what the record is known by
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
