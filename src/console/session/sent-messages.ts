import { useMemo } from 'react';
import type { Answered } from '#answers/messages.ts';
import { useTenant, type Tenant } from '#console/api/tenant.ts';
import type { MessageDelivery } from '#contract/message-deliveries.ts';
import type { MessageStatus } from '#contract/messages.ts';
import { createStore, useStore } from '#kit/base/store.ts';

export interface SentMessage extends Tenant {
  /** ISO instant. */
  at: string;
  /** In full; the screen masks it (kit/ui/masked.tsx). */
  to: string;
  template: string;
  client?: string;
  contract?: string;
  messageId: string;
  status: Partial<MessageStatus>;
  answer?: Pick<Answered, 'messageId' | 'messageCount' | 'bulkId'>;
  /** How it ended, as far as that is reported. */
  delivery?: MessageDelivery;
}

const kept = 1000;

// In memory only: recipients must not outlive the tab.
const sent = createStore<readonly SentMessage[]>([]);

/** A message that is answered again keeps one entry. */
export function noteSent(messages: readonly SentMessage[]): void {
  const updated = new Set(messages.map((it) => it.messageId));
  sent.set([...messages, ...sent.get().filter((it) => !updated.has(it.messageId))].slice(0, kept));
}

export const changeSent = (change: (message: SentMessage) => SentMessage): void => sent.set(sent.get().map(change));

export const sentStatus = (messageId: string): Partial<MessageStatus> | undefined =>
  sent.get().find((it) => it.messageId === messageId)?.status;

/** Newest first. */
export function useSentMessages(): readonly SentMessage[] {
  const { merchant, product } = useTenant();
  const all = useStore(sent);
  return useMemo(
    () => all.filter((it) => it.merchant === merchant && it.product === product),
    [all, merchant, product],
  );
}
