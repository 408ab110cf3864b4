import type { CallError } from '#console/api/errors.ts';
import { faultAtField } from '#kit/form/fault-text.ts';

/** The first problem of a field, or of one of its entries. */
export function faultOf(error: CallError | null, field: string): string | undefined {
  const fault = error?.faults.find(({ Field }) => Field?.split('.')[0] === field);
  return fault && faultAtField(fault);
}
