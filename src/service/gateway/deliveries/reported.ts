import type { MessageDelivery } from '#contract/message-deliveries.ts';
import { wallTimesOf } from '#service/base/clock.ts';
import type { DeliverySource } from '#service/messages/deliveries.ts';
import { withCoveredNumbers } from '#service/numbers/covered.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import { messageStandings } from './ends.ts';
import { saysMore, type DeliveryState } from './read-report.ts';
import { reportedStates } from './store.ts';

/** What a provider has reported of messages. What an organisation sends is kept for its first merchant. */
export function reportedDeliveries(numbers: Numbers, timeZone: string): DeliverySource {
  const at = wallTimesOf(timeZone);
  return {
    begin: ({ firstMerchant }) => ({ merchant: firstMerchant }),
    standings: (query, { firstMerchant }, messageIds) => messageStandings(query, firstMerchant, messageIds, timeZone),
    async read(query, { firstMerchant: merchant, organisation }, messageIds) {
      const states = new Map<string, DeliveryState>();
      for (const { messageId, state } of await reportedStates(query, numbers, { merchant, organisation }, messageIds))
        if (saysMore(state, states.get(messageId))) states.set(messageId, state);
      return [...states].map(([MessageId, { status, text, receivedAt }]): MessageDelivery => {
        const description = status?.description === undefined ? undefined : withCoveredNumbers(status.description);
        return {
          MessageId,
          ReportedAt: at(receivedAt),
          Status: status ? { ...status, ...(description !== undefined && { description }) } : null,
          Text: text === undefined ? null : withCoveredNumbers(text),
        };
      });
    },
  };
}
