import { useMemo } from 'react';
import type { Answered } from '#console/api/message-answers.ts';
import { createStore, useStore } from '#console/api/store.ts';
import { useTenant, type Tenant } from '#console/api/tenant.ts';
import type { MessageStatus } from '#contract/messages.ts';

/** A template message that the service answered for, as far as this page can know: delivery is reported elsewhere. */
export interface SentMessage extends Tenant {
  /** When the answer came, as an ISO instant. */
  at: string;
  /** The recipient's number in full; on screen it stands masked (kit/ui/masked.tsx). */
  to: string;
  template: string;
  client?: string;
  contract?: string;
  messageId: string;
  status: Partial<MessageStatus>;
  answer?: Pick<Answered, 'messageId' | 'messageCount' | 'bulkId'>;
}

const kept = 1000;

// In memory only, like the working set: to whom somebody wrote is nobody's business after the tab is closed.
const sent = createStore<readonly SentMessage[]>([]);

/** Notes messages that were answered; one that was asked about again is kept once, with its new status. */
export function noteSent(messages: readonly SentMessage[]): void {
  const updated = new Set(messages.map((it) => it.messageId));
  sent.set([...messages, ...sent.get().filter((it) => !updated.has(it.messageId))].slice(0, kept));
}

/** How a message stood when it was last answered for; nothing where this session has no answer. */
export const statusOf = (messageId: string): Partial<MessageStatus> | undefined =>
  sent.get().find((it) => it.messageId === messageId)?.status;

/** What this session sent under the merchant and product on screen, newest first. */
export function useSentMessages(): readonly SentMessage[] {
  const { merchant, product } = useTenant();
  const all = useStore(sent);
  return useMemo(
    () => all.filter((it) => it.merchant === merchant && it.product === product),
    [all, merchant, product],
  );
}
