import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OutgoingCall, OutgoingCallList, OutgoingDecision } from '#contract/outgoing-calls.ts';
import { config } from './config.ts';
import type { CallError } from './errors.ts';
import { callExtension } from './extension.ts';
import { usePermissions } from './permission.ts';
import { useTenant } from './tenant.ts';

/** Calls to a provider whose outcome is not known: an extension of this package's service (docs/gateway.md). */
export const offersOutgoingCalls = (): boolean => config().outgoingCalls === 'offered';

const queryKey = 'outgoingCalls';

/** The server reads back by itself, so an outcome may be known soon. */
const unknownAgainMs = 30_000;

const has = ({ Items }: OutgoingCall, state: 'unknown' | 'unclear') => Items.some((it) => it.State === state);

/** Whether a person must decide on an item. */
export const isUnclear = (call: OutgoingCall): boolean => has(call, 'unclear');

/** For those who may read anything of the merchant. */
export function useOutgoingCalls() {
  const { merchant } = useTenant();
  const permissions = usePermissions();
  const isOffered =
    offersOutgoingCalls() && (permissions === undefined || permissions.some((it) => it.endsWith(':read')));
  const read = useQuery<OutgoingCallList, CallError>({
    queryKey: [queryKey, merchant],
    queryFn: ({ signal }) => callExtension('outgoingCallList', { merchant }, { signal }),
    staleTime: 30_000,
    refetchInterval: ({ state }) => state.data?.Calls.some((it) => has(it, 'unknown')) === true && unknownAgainMs,
    enabled: isOffered,
  });
  return { read, isOffered };
}

/** `mine` are those that this person can decide. */
export function useUnclearCalls() {
  const { read, isOffered } = useOutgoingCalls();
  const mine = read.data?.Calls.filter((it) => it.MayDecide && isUnclear(it)) ?? [];
  return { mine, read, isOffered };
}

/** Reads the provider's records, every time. */
export function useOutgoingCall(call: string) {
  const { merchant } = useTenant();
  return useQuery<OutgoingCall, CallError>({
    queryKey: [queryKey, merchant, call],
    queryFn: ({ signal }) => callExtension('outgoingCallView', { merchant, call }, { signal }),
    staleTime: 0,
  });
}

/** Never sent twice by itself. Afterwards everything is read again: a record may turn out to be stored. */
export function useOutgoingDecision(call: string) {
  const { merchant } = useTenant();
  const client = useQueryClient();
  return useMutation<OutgoingCall, CallError, OutgoingDecision>({
    mutationFn: (body) => callExtension('outgoingCallDecide', { merchant, call }, { body }),
    onSettled: (after) =>
      client.invalidateQueries({
        // A call that was decided as a whole can't be read any more.
        predicate: (it) => after?.Items.length !== 0 || it.queryKey[0] !== queryKey || it.queryKey[2] !== call,
      }),
  });
}
