import type { Message } from '../../contract/messages.ts';
import type { StatusName } from './statuses.ts';

/** What the chat network needs of a message. */
export type Outbound = Pick<Message, 'from' | 'to' | 'content' | 'urlOptions'> & { messageId: string };

/** How a message ended. */
export type Outcome = Exclude<StatusName, 'PENDING_ACCEPTED'>;

/**
 * The chat network. `send` answers once the network knows how the message ended, and throws when it cannot be asked:
 * then it is called again, as it is after this process died on the way, so a message that comes twice under one
 * `messageId` must go out once.
 */
export interface Network {
  send(message: Outbound): Promise<Outcome>;
}

/** A network without phones: numbers ending in 98 are out of reach until the message expires, in 99 do not exist. */
export const simulatedNetwork: Network = {
  async send({ to }) {
    if (to.endsWith('98')) return 'EXPIRED_EXPIRED';
    return to.endsWith('99') ? 'UNDELIVERABLE_NOT_DELIVERED' : 'DELIVERED_TO_HANDSET';
  },
};
