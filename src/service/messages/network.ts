import type { Message } from '#contract/messages.ts';
import type { MessageStatusName } from './statuses.ts';

export type OutboundMessage = Pick<Message, 'from' | 'to' | 'content' | 'urlOptions'> & { messageId: string };

/** How a message ended. */
type Outcome = Exclude<MessageStatusName, 'PENDING_ACCEPTED'>;

/**
 * The network that delivers template messages (WhatsApp). `send` resolves once the network knows how the message ended, and
 * throws when it is unreachable. It is then called again, as after a crash of this process, so the network must send a
 * `messageId` only once.
 */
export interface ChatNetwork {
  send(message: OutboundMessage): Promise<Outcome>;
}

/**
 * A network without phones: numbers ending in 98 are unreachable until the message expires, those ending in 99 do not
 * exist.
 */
export const simulatedNetwork: ChatNetwork = {
  async send({ to }) {
    if (to.endsWith('98')) return 'EXPIRED_EXPIRED';
    return to.endsWith('99') ? 'UNDELIVERABLE_NOT_DELIVERED' : 'DELIVERED_TO_HANDSET';
  },
};
