import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { deliveryStatusOf } from '#answers/messages.ts';
import { useConfig } from '#console/api/config.ts';
import type { CallError } from '#console/api/errors.ts';
import { callExtension } from '#console/api/extension.ts';
import { useTenant } from '#console/api/tenant.ts';
import { changeSent, type SentMessage } from '#console/session/sent-messages.ts';
import type { MessageDeliveryList } from '#contract/message-deliveries.ts';

/** Milliseconds. Delivery takes seconds, or days if a telephone is off. */
const pauseMs = 10_000;

/** Asks how messages ended that were accepted, and notes it with them. */
export function useDeliveries(sent: readonly SentMessage[]): void {
  const { merchant } = useTenant();
  const { organisation, messages } = useConfig();
  const open = sent.filter(({ status }) => deliveryStatusOf(status) === 'accepted');
  const ids = open.map(({ messageId }) => messageId);
  const { data } = useQuery<MessageDeliveryList, CallError>({
    queryKey: ['messageDeliveries', merchant, ids],
    queryFn: ({ signal }) =>
      callExtension(
        'messageDeliveryList',
        { merchant },
        {
          body: { Organisation: organisation, Messages: ids },
          signal,
        },
      ),
    staleTime: pauseMs,
    refetchInterval: pauseMs,
    enabled: messages.deliveries === 'shown' && ids.length > 0,
  });
  useEffect(() => {
    if (!data || data.Messages.length === 0) return;
    const byId = new Map(data.Messages.map((it) => [it.MessageId, it]));
    changeSent((message) => {
      const delivery = byId.get(message.messageId);
      return delivery ? { ...message, delivery, status: delivery.Status ?? message.status } : message;
    });
  }, [data]);
}
