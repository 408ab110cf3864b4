import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OptOut, OptOutChange, OptOutList } from '#contract/opt-outs.ts';
import type { CallError } from './errors.ts';
import { callExtension } from './extension.ts';
import { usePermissions } from './permission.ts';
import { useTenant } from './tenant.ts';

/** Clients who want no messages: an extension of this package's service. */

/**
 * Those of the merchant, the last ones first, or one client alone. Nothing is read for who may not read clients.
 * @param client null for a record without one
 */
export function useOptOuts(client?: string | null) {
  const { merchant, product } = useTenant();
  const permissions = usePermissions();
  return useQuery<OptOutList, CallError>({
    queryKey: ['optOuts', merchant, product, client],
    queryFn: ({ signal }) =>
      callExtension('optOutList', { merchant, product }, { query: { ClientNumber: client ?? undefined }, signal }),
    // Colleagues note it meanwhile.
    staleTime: 30_000,
    enabled: client !== null && permissions?.includes('clients:read') !== false,
  });
}

/** Undefined for who gets messages, and while that is not known. */
export const useOptOut = (client: string | null | undefined): OptOut | undefined =>
  useOptOuts(client ?? null).data?.OptOuts[0];

export function useOptOutChange() {
  const { merchant, product } = useTenant();
  const queries = useQueryClient();
  return useMutation<OptOutList, CallError, OptOutChange>({
    mutationFn: (change) => callExtension('optOutChange', { merchant, product }, { body: change }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['optOuts', merchant, product] }),
  });
}
