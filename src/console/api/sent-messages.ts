import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deliveryStatusOf } from '#answers/messages.ts';
import type { SentMessageDrafts, SentMessageList, SentMessageRecord, TakenBack } from '#contract/sent-messages.ts';
import { useConfig } from './config.ts';
import type { CallError } from './errors.ts';
import { callExtension } from './extension.ts';
import { usePermissions } from './permission.ts';
import { useTenant, type Tenant } from './tenant.ts';

/** Who got messages, and the status of each: an extension of this package's service. */

/** Delivery takes seconds, or days if a telephone is off. */
const pauseMs = 10_000;

export const sentMessagesKey = ({ merchant, product }: Tenant) => ['sentMessages', merchant, product];

/** Its status; `unknown` as long as the server does not know. */
export const standingOf = ({ Status }: Pick<SentMessageRecord, 'Status'>) =>
  Status === null ? 'unknown' : deliveryStatusOf(Status);

/**
 * The last ones to a client, or to all. Nothing is read for who may read no messages or clients, and for no client.
 * @param client null for a record without one
 * @param isFollowed looks again while one may still be delivered
 */
export function useSentMessages(client: string | null | undefined, isFollowed = false) {
  const tenant = useTenant();
  const permissions = usePermissions();
  const isReported = useConfig().messages.deliveries === 'shown';
  return useQuery<SentMessageList, CallError>({
    queryKey: [...sentMessagesKey(tenant), { client }],
    queryFn: ({ signal }) =>
      callExtension('sentMessageList', tenant, { query: { ClientNumber: client ?? undefined }, signal }),
    staleTime: pauseMs,
    refetchInterval: ({ state }) =>
      isFollowed && isReported && state.data?.Messages.some((it) => ['accepted', 'waiting'].includes(standingOf(it)))
        ? pauseMs
        : false,
    enabled: client !== null && ['messages:read', 'clients:read'].every((it) => permissions?.includes(it) !== false),
  });
}

/** Keeps to whom messages go that are sent next. */
export const keepSentMessages = (tenant: Tenant, drafts: SentMessageDrafts): Promise<object> =>
  callExtension('sentMessageAdd', tenant, { body: drafts });

/** Messages that wait do not go. @returns those that had not gone */
export function useTakeBack() {
  const tenant = useTenant();
  const queries = useQueryClient();
  return useMutation<TakenBack, CallError, string[]>({
    mutationFn: (Messages) => callExtension('sentMessageTakeBack', tenant, { body: { Messages } }),
    onSettled: () => queries.invalidateQueries({ queryKey: sentMessagesKey(tenant) }),
  });
}
