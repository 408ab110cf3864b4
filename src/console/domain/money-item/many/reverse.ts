import { operations } from '#contract/operations.ts';
import { fieldOfItem, itemTarget } from '../item.ts';
import type { MoneyItemResource } from '../resource.ts';
import type { BulkChange, PlannedChange } from './plan.ts';
import { fieldOfChange } from './preview.tsx';

/** A row of a batch the other way round; `undefined` if an old value is not known or cannot be sent. */
function reversedRow(
  { before, key, after }: PlannedChange,
  fieldName: string,
  { edit }: MoneyItemResource,
): PlannedChange | undefined {
  const old = fieldOfItem(before, fieldName);
  const item = { ...itemTarget(before), [fieldName]: old };
  if (old === undefined || !operations[edit].input.safeParse(item).success) return undefined;
  return { before: after, key, after: before, item, warnings: [] };
}

/** The rows that undo a batch; `undefined` if one cannot be undone. A cancel never can. */
export function reversedRows(
  rows: readonly PlannedChange[],
  change: BulkChange,
  resource: MoneyItemResource,
): PlannedChange[] | undefined {
  if (change.kind === 'cancel') return undefined;
  const reversed = rows.flatMap((it) => reversedRow(it, fieldOfChange(change, resource), resource) ?? []);
  return reversed.length === rows.length ? reversed : undefined;
}
