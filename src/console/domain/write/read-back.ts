import type { Before, Finding } from '#answers/read-back/finding.ts';
import type { ContractsOf } from '#answers/read-back/names.ts';
import { listsBefore, type Fields, type RecordReader } from '#answers/read-back/reader.ts';
import type { WriteReadBack } from '#answers/read-back/writes.ts';
import { call, type Records, type Sent } from '#console/api/client.ts';
import { CallError } from '#console/api/errors.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { todayOf } from '#console/session/today.ts';
import { fieldValue } from '#console/session/unconfirmed-fields.ts';
import type { Unconfirmed } from '#console/session/unconfirmed.ts';
import type { Input, OperationName, ReadName, WriteName } from '#contract/operations.ts';

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
  today: () => todayOf(tenant.merchant),
});

/** Milliseconds. After that the write is sent anyway, and a read-back is less conclusive. */
const beforeMs = 10_000;

/** A mandate's contract is listed as one. What is not answered in time is missing. */
export const contractsOf =
  (operation: WriteName, tenant: Tenant): ContractsOf =>
  async (items) => {
    const list = operation.startsWith('payout') ? 'payoutContractList' : 'contractList';
    const found = await listsBefore(readerOf(tenant), list, items, AbortSignal.timeout(beforeMs));
    return found.map((it) => it?.[0]);
  };

/** Loaded before a write is sent, so that it can always be read back; not in the page's first chunk. @throws CallError */
async function rowOf({ operation }: Unconfirmed): Promise<WriteReadBack | undefined> {
  try {
    const { writeReadBacks } = await import('#answers/read-back/writes.ts');
    return (writeReadBacks as Partial<Record<OperationName, WriteReadBack>>)[operation];
  } catch (cause) {
    throw new CallError('unavailable', { operation, cause });
  }
}

/**
 * Where it pays: a read for each of many edits, or for a create under the merchant's number, would cost more than it tells.
 * What is not answered in time is missing.
 */
export async function readBefore(record: Unconfirmed): Promise<Before | undefined> {
  const { operation, items } = record;
  const { readBack, twice } = (await rowOf(record).catch(() => undefined)) ?? {};
  const isSingleEdit = operation.endsWith('Edit') && items.length === 1;
  if (!isSingleEdit && !operation.endsWith('Cancel') && twice !== 'double money') return undefined;
  return readBack?.before(readerOf(record), items, AbortSignal.timeout(beforeMs));
}

/** Reads back the outcome of each item. @throws CallError */
export async function verify(record: Unconfirmed): Promise<Finding[]> {
  const { readBack } = (await rowOf(record)) ?? {};
  return readBack ? readBack.look(readerOf(record), record) : record.items.map(() => ({ verdict: 'unclear' }));
}
