import type { Before, Finding } from '#answers/read-back/read-back.ts';
import type { Fields, RecordReader } from '#answers/read-back/reader.ts';
import { writeReadBacks } from '#answers/read-back/writes.ts';
import { call, type Records, type Sent } from '#console/api/client.ts';
import { CallError } from '#console/api/errors.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { fieldValue } from '#console/session/unconfirmed-fields.ts';
import type { Unconfirmed } from '#console/session/unconfirmed.ts';
import { businessNow } from '#console/session/wall-clock.ts';
import type { Input, ReadName } from '#contract/operations.ts';
import { dateOf, type DateText } from '#rules/calendar.ts';

/** Reads records without the cache; "not found" is an empty list. @throws CallError */
export async function refetch<N extends ReadName>(name: N, tenant: Tenant, input: Input<N>, signal?: AbortSignal) {
  try {
    // TypeScript cannot resolve the conditional types of `call` for a generic N.
    return ((await call(name, tenant, input as Sent<N>, { signal })) as Records<N>).records as Fields[];
  } catch (error) {
    if (error instanceof CallError && error.kind === 'notFound') return [];
    throw error;
  }
}

/** Items are stored with digests, so read values are compared as digests, too. */
export const readerOf = (tenant: Tenant): RecordReader => ({
  read: (list, input, signal) => refetch(list, tenant, input as never, signal),
  fieldValue,
  today: () => dateOf(businessNow()) as DateText,
});

const readBackOf = ({ operation }: Unconfirmed) =>
  operation in writeReadBacks ? writeReadBacks[operation as keyof typeof writeReadBacks] : undefined;

/** `undefined` after an error or a time-out. */
export async function readBefore(record: Unconfirmed): Promise<Before | undefined> {
  try {
    return await readBackOf(record)?.before?.(readerOf(record), record.items);
  } catch {
    return undefined;
  }
}

/** Reads back the outcome of each item. @throws CallError */
export async function verify(record: Unconfirmed): Promise<Finding[]> {
  const readBack = readBackOf(record);
  return readBack ? readBack.look(readerOf(record), record) : record.items.map(() => ({ verdict: 'unclear' }));
}
