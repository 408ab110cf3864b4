import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { KnownPayeesList, KnownPayeesPrepared } from '#contract/approvals.ts';
import { settingsKey } from './approvals.ts';
import type { CallError } from './errors.ts';
import { callExtension } from './extension.ts';

/*
 * Payees that were paid before the server stood in front of the provider: a rule of four eyes would take each for a new one. One
 * administrator names them, and a second person releases the list.
 */

export const useKnownPayees = (merchant: string, isEnabled: boolean) =>
  useQuery<KnownPayeesList, CallError>({
    queryKey: [settingsKey, 'knownPayeesList', merchant],
    queryFn: ({ signal }) => callExtension('knownPayeesList', { merchant }, { signal }),
    staleTime: 0,
    enabled: isEnabled,
  });

/** The provider is asked for thousands of clients. */
const longMs = 600_000;

/** Asks for a list to be released: it waits under Approvals, so every view of those is read again. */
export function useKnownPayeesPrepare(merchant: string) {
  const client = useQueryClient();
  return useMutation<KnownPayeesPrepared, CallError, { Product: string; ClientNumbers: string[] }>({
    mutationFn: (body) => callExtension('knownPayeesPrepare', { merchant }, { body, timeoutMs: longMs }),
    onSettled: () => client.invalidateQueries(),
  });
}
