import type { MessageStatus } from './messages.ts';

/** Asks what is reported of messages that were sent to a provider: a call of this service's own (docs/gateway.md). */
export interface MessageDeliveryQuestion {
  /** The one that sent them; the merchant is one of its own. */
  Organisation: string;
  /** Their messageIds. */
  Messages: string[];
}

export interface MessageDelivery {
  MessageId: string;
  /** The service's wall clock, `2026-12-01 08:00`. */
  ReportedAt: string;
  /** Null for a report of a shape that the service does not know. */
  Status: Partial<MessageStatus> | null;
  /** The beginning of such a report; numbers as bullets and their last four digits. */
  Text: string | null;
}

export interface MessageDeliveryList {
  /** Those of which a report has come. */
  Messages: MessageDelivery[];
}
