import type { Unconfirmed } from '#console/session/unconfirmed.ts';
import { writeOperationOf } from './operations.ts';
import type { Before, Finding } from './read-back.ts';

/** Reads what a read-back needs from before the first send; nothing if that fails or takes too long. */
export async function readBefore(record: Unconfirmed): Promise<Before | undefined> {
  try {
    return await writeOperationOf(record.operation)?.readBack.before?.(record, record.items);
  } catch {
    return undefined;
  }
}

/** Reads back the outcome of each item. @throws CallError */
export async function verify(record: Unconfirmed): Promise<Finding[]> {
  const readBack = writeOperationOf(record.operation)?.readBack;
  return readBack ? readBack.look(record, record) : record.items.map(() => ({ verdict: 'unclear' }));
}
