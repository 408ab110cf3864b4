import type { ListReader } from '#answers/read-back/reader.ts';
import { call, type Records, type SentItems } from '#console/api/client.ts';
import { CallError } from '#console/api/errors.ts';
import type { Tenant } from '#console/api/tenant.ts';
import type { Input, ReadName } from '#contract/operations.ts';

/** Reads records without the cache; "not found" is an empty list. @throws CallError */
export async function refetch<N extends ReadName>(name: N, tenant: Tenant, input: Input<N>, signal?: AbortSignal) {
  try {
    // TypeScript cannot resolve the conditional types of `call` for a generic N.
    return ((await call(name, tenant, input as SentItems<N>, { signal })) as Records<N>).records;
  } catch (error) {
    if (error instanceof CallError && error.kind === 'notFound') return [];
    throw error;
  }
}

export const readerOf = (tenant: Tenant): ListReader => ({
  read: (list, input, signal) => refetch(list, tenant, input as never, signal),
});
