import { scheduledStatus } from '#answers/messages.ts';
import type { MessageStatus } from '#contract/messages.ts';
import type { HeldMessage } from './held-messages.ts';

/*
 * Statuses with the numbers and names of the widely used gateways, so that their clients understand this service.
 * Reasons without a number there are ours, from 1001.
 */

const groups = { 1: 'PENDING', 2: 'UNDELIVERABLE', 3: 'DELIVERED', 4: 'EXPIRED', 5: 'REJECTED' } as const;

const status = (groupId: keyof typeof groups, id: number, name: string, description: string): MessageStatus => ({
  groupId,
  groupName: groups[groupId],
  id,
  name,
  description,
  action: null,
});

export const messageStatuses = {
  PENDING_ACCEPTED: status(1, 26, 'PENDING_ACCEPTED', 'Message accepted, pending for delivery.'),
  UNDELIVERABLE_NOT_DELIVERED: status(2, 9, 'UNDELIVERABLE_NOT_DELIVERED', 'Message sent, not delivered.'),
  DELIVERED_TO_HANDSET: status(3, 5, 'DELIVERED_TO_HANDSET', 'Message delivered to handset.'),
  EXPIRED_EXPIRED: status(4, 15, 'EXPIRED_EXPIRED', 'Message expired before it could be delivered.'),
} as const;

export type MessageStatusName = keyof typeof messageStatuses;

const rejections = {
  REJECTED_SENDER: 13,
  REJECTED_DUPLICATE_MESSAGE_ID: 23,
  REJECTED_DESTINATION: 52,
  REJECTED_MALFORMED: 1001,
  REJECTED_TEMPLATE_UNKNOWN: 1002,
  REJECTED_TEMPLATE_LANGUAGE: 1003,
  REJECTED_TEMPLATE_NOT_APPROVED: 1004,
  REJECTED_PLACEHOLDERS: 1005,
  REJECTED_HEADER: 1006,
  REJECTED_NO_NETWORK: 1007,
  REJECTED_UNSETTLED: 1008,
  REJECTED_NOT_STORED: 1009,
  REJECTED_BY_PROVIDER: 1010,
  REJECTED_PROMISED: 1011,
  REJECTED_OPTED_OUT: 1012,
  REJECTED_DEBIT_CHANGED: 1014,
  REJECTED_TAKEN_BACK: 1015,
} as const;

/** The status of a refused message. It is not stored, so its `messageId` may be used again. */
export const rejectedMessage = (name: keyof typeof rejections, description: string): MessageStatus =>
  status(5, rejections[name], name, description);

/** Of a message that does not go now, and why. */
export function heldStatus({ Code, Message }: HeldMessage): MessageStatus {
  if (Code === 'WAITS') return status(1, 1013, scheduledStatus, Message);
  return rejectedMessage(Code === 'DUPLICATE' ? 'REJECTED_DUPLICATE_MESSAGE_ID' : `REJECTED_${Code}`, Message);
}

/** Why a message did not arrive; part of its delivery report. */
interface MessageError {
  groupId: number;
  groupName: string;
  id: number;
  name: string;
  description: string;
  /** Whether sending again can never help. */
  permanent: boolean;
}

const handset = (id: number, name: string, description: string, permanent: boolean): MessageError => ({
  groupId: 1,
  groupName: 'HANDSET_ERRORS',
  id,
  name,
  description,
  permanent,
});
const none = { groupId: 0, groupName: 'OK', id: 0, name: 'NO_ERROR', description: 'No error.', permanent: false };

/** By how a message ended. */
export const messageErrors: Record<MessageStatusName, MessageError> = {
  PENDING_ACCEPTED: none,
  DELIVERED_TO_HANDSET: none,
  UNDELIVERABLE_NOT_DELIVERED: handset(1, 'EC_UNKNOWN_SUBSCRIBER', 'The number is not on the network.', true),
  EXPIRED_EXPIRED: handset(27, 'EC_ABSENT_SUBSCRIBER', 'The recipient could not be reached in time.', false),
};
