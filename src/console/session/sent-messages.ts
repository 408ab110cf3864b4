import type { MessageStatus } from '#contract/messages.ts';

/** What was answered to messages after their page was left, for a draft that is opened again. */
const statuses = new Map<string, Partial<MessageStatus>>();

const most = 1000;

export function noteStatus(messageId: string, status: Partial<MessageStatus>): void {
  statuses.delete(messageId);
  statuses.set(messageId, status);
  const [oldest] = statuses.keys();
  if (statuses.size > most && oldest !== undefined) statuses.delete(oldest);
}

export const sentStatus = (messageId: string): Partial<MessageStatus> | undefined => statuses.get(messageId);
