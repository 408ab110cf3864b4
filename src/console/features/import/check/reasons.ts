import type { BatchRow } from '#console/domain/outbox/send-rows.ts';
import { faultText } from '#kit/form/fault-text.ts';
import type { RowProblem } from '#sheet-engine/rows.ts';

export function rowProblems({ state, faults }: Pick<BatchRow, 'faults' | 'state'>): RowProblem[] {
  if (state !== 'refused') return [];
  const reasons = faults.map((it) => ({ fieldName: it.Field, message: faultText({ ...it, Field: undefined }) }));
  return reasons.length > 0 ? reasons : [{ message: 'Refused without a reason.' }];
}
