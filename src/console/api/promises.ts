import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PaymentPromise, PromiseDraft, PromiseList } from '#contract/promises.ts';
import type { DateText } from '#rules/calendar.ts';
import type { CallError } from './errors.ts';
import { callExtension } from './extension.ts';
import { usePermissions } from './permission.ts';
import { useTenant } from './tenant.ts';

/** Promises to pay that people of the merchant share: an extension of this package's service. */

/** Those whose day is this one or later. Nothing is read for who may not read clients, or while `since` is undefined. */
export function usePromises(since: DateText | undefined) {
  const { merchant, product } = useTenant();
  const permissions = usePermissions();
  return useQuery<PromiseList, CallError>({
    queryKey: ['promises', merchant, product, since],
    queryFn: ({ signal }) => callExtension('promiseList', { merchant, product }, { query: { Since: since }, signal }),
    // Colleagues take promises meanwhile.
    staleTime: 30_000,
    enabled: since !== undefined && permissions?.includes('clients:read') !== false,
  });
}

/** All of a client, the last one first, with those that were withdrawn. */
export function useClientPromises(client: string | null | undefined) {
  const { merchant, product } = useTenant();
  const permissions = usePermissions();
  return useQuery<PromiseList, CallError>({
    queryKey: ['promises', merchant, product, 'of', client],
    queryFn: ({ signal }) =>
      callExtension('promiseList', { merchant, product }, { query: { ClientNumber: client ?? undefined }, signal }),
    staleTime: 30_000,
    enabled: Boolean(client) && permissions?.includes('clients:read') !== false,
  });
}

/** Saves a promise, or withdraws one. */
export function usePromiseChange() {
  const { merchant, product } = useTenant();
  const queries = useQueryClient();
  return useMutation<PromiseList, CallError, PromiseDraft | { withdraw: PaymentPromise; reason: string }>({
    mutationFn: (change) =>
      'withdraw' in change
        ? callExtension(
            'promiseWithdraw',
            { merchant, product, promise: change.withdraw.PromiseId },
            { body: { Reason: change.reason } },
          )
        : callExtension('promiseAdd', { merchant, product }, { body: change }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['promises', merchant, product] }),
  });
}
