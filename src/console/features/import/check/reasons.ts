import type { Step } from '#console/domain/write/steps.ts';
import type { Item, Problem } from '#console/import-engine/rows.ts';
import { faultText } from '#console/kit/outcome/fault-text.ts';

const none: readonly never[] = [];

/** An item that has not gone yet. */
export const stepOf = (item: Item): Step => ({ item, state: 'waiting', faults: none, received: none, records: none });

/** Why an item was refused, as it stands at its row; nothing of one that was not. */
export function reasonsOf(step: Pick<Step, 'faults' | 'state'>): Problem[] {
  if (step.state !== 'refused') return [];
  const reasons = step.faults.map((it) => ({ fieldName: it.Field, message: faultText({ ...it, Field: undefined }) }));
  return reasons.length > 0 ? reasons : [{ message: 'Refused without a reason.' }];
}
