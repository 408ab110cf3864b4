import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  requestsPath,
  type Approval,
  type ApprovalDecision,
  type ApprovalList,
  type ApprovalRecord,
  type RecordApprovalKind,
  type RecordApprovalList,
  type WaitingPayoutList,
} from '#contract/approvals.ts';
import { approvalReaders } from '#contract/extensions.ts';
import type { SettingsAnswer } from '#contract/settings.ts';
import { useHasApprovals } from './access.ts';
import type { CallError } from './errors.ts';
import { callAt, callExtension } from './extension.ts';
import { usePermissions } from './permission.ts';
import { useTenant } from './tenant.ts';

/** Payouts that wait for a second person (docs/decisions.md, 57). */

const queryKey = 'approvals';
/** What a change of the settings reads again. */
export const settingsKey = 'settings';

export function useApprovals(list: 'waiting' | 'decided', isEnabled: boolean) {
  const { merchant } = useTenant();
  return useQuery<ApprovalList, CallError>({
    queryKey: [queryKey, merchant, list],
    queryFn: ({ signal }) => callExtension('approvalList', { merchant }, { query: { List: list }, signal }),
    // Others prepare and release meanwhile.
    staleTime: 30_000,
    enabled: isEnabled,
  });
}

function useMayRead(kind: Approval['Kind']): boolean {
  const { merchant } = useTenant();
  const permissions = usePermissions();
  return useHasApprovals(merchant) && permissions?.includes(approvalReaders[kind]) !== false;
}

/**
 * What of a record waits and who decided about it.
 * @param named all names of it that are known
 * @param readAt when the record was read, so that both are of the same time; 0 until then
 */
export function useRecordApprovals(kind: RecordApprovalKind, named: Readonly<Record<string, string>>, readAt: number) {
  const { merchant, product } = useTenant();
  const query = { Kind: kind, Product: product, ...named };
  return useQuery<RecordApprovalList, CallError>({
    queryKey: [queryKey, merchant, query, readAt],
    queryFn: ({ signal }) => callExtension('recordApprovalList', { merchant }, { query, signal }),
    staleTime: 0,
    enabled: useMayRead(kind) && readAt > 0,
  });
}

interface WaitingFilter {
  ClientNumber?: string | undefined;
  From?: string | undefined;
  To?: string | undefined;
}

/** Payouts that wait for a release or, in front of a provider, for being sent. */
export function useWaitingPayouts(filter: WaitingFilter, isEnabled = true) {
  const { merchant, product } = useTenant();
  const query = { Product: product, ...filter };
  return useQuery<WaitingPayoutList, CallError>({
    queryKey: [queryKey, merchant, 'payouts', query],
    queryFn: ({ signal }) => callExtension('waitingPayoutList', { merchant }, { query, signal }),
    staleTime: 0,
    enabled: useMayRead('PAYOUTS') && isEnabled,
  });
}

export function useApproval(sequence: number | undefined) {
  const { merchant } = useTenant();
  return useQuery<ApprovalRecord, CallError>({
    queryKey: [queryKey, merchant, sequence],
    queryFn: ({ signal }) => callExtension('approvalView', { merchant, sequence: String(sequence) }, { signal }),
    staleTime: 0,
    // While the provider is away.
    refetchInterval: ({ state }) => (state.data?.IsUnread ? 15_000 : false),
    enabled: sequence !== undefined,
  });
}

/** Never sent twice by itself. Afterwards approvals and payouts are read again. */
export function useApprovalDecision(sequence: number) {
  const { merchant } = useTenant();
  const client = useQueryClient();
  return useMutation<ApprovalRecord, CallError, ApprovalDecision>({
    mutationFn: (body) => callExtension('approvalDecide', { merchant, sequence: String(sequence) }, { body }),
    onSettled: () => client.invalidateQueries(),
  });
}

/**
 * Changes of settings that wait for a second administrator. By its address alone, so that a page needs no other call of the
 * settings for it; read again with them.
 */
export const useSettingsRequests = (isEnabled: boolean) =>
  useQuery<SettingsAnswer<'settingsRequests'>, CallError>({
    queryKey: [settingsKey, requestsPath],
    queryFn: ({ signal }) => callAt('settingsRequests', { method: 'GET', address: requestsPath }, { signal }),
    staleTime: 0,
    enabled: isEnabled,
  });
