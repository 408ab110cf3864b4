import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { storedNothing } from '#answers/error-kinds.ts';
import { answersTo, deliveryStatusOf, type Answered } from '#answers/messages.ts';
import { useConfig } from '#console/api/config.ts';
import { CallError } from '#console/api/errors.ts';
import { holdCredentials, sendMessages, WrongCredentials, type Outgoing } from '#console/api/message-client.ts';
import { keepSentMessages, sentMessagesKey } from '#console/api/sent-messages.ts';
import { useTenant } from '#console/api/tenant.ts';
import { Run } from '#console/domain/outbox/run.ts';
import { forgetCall, keepMessages } from '#console/domain/outbox/sent-calls.ts';
import { noteStatus, sentStatus } from '#console/session/sent-messages.ts';
import type { SentMessageDraft } from '#contract/sent-messages.ts';
import { fromCents } from '#rules/money.ts';
import type { SendAttempt, MessageDraft, Recipient } from './draft.ts';

/** Messages of one call. */
const chunk = 100;

/** A message with its answer. Without one its state is unknown. */
function attemptOf(item: Outgoing, answered: Answered | undefined): SendAttempt {
  if (!answered) return { item, deliveryStatus: 'unknown' };
  const { status, messageId, messageCount, bulkId } = answered;
  return { item, status, deliveryStatus: deliveryStatusOf(status), answer: { messageId, messageCount, bulkId } };
}

export interface MessageSending {
  /** How many messages are sent this time, and how many of them were. */
  round?: { total: number; done: number; isRunning: boolean };
  /** Why a call ended without results: nothing was accepted, or the outcome is unknown. */
  error?: CallError;
  /** The messages of that call. */
  failed?: readonly Outgoing[];
  /** Answers of this round that belong to none of its messages. */
  strays: readonly Answered[];
  /** The username and password were refused; the messages are unchanged. */
  refused?: WrongCredentials;
  send(attempts: ReadonlyMap<string, SendAttempt['item']>): Promise<void>;
  stop(): void;
}

/**
 * Sends messages by the hundred, and writes the state of each into the draft. Before a call they are marked as being sent,
 * so that they aren't taken for unsent if the page is closed.
 */
export function useSending(form: UseFormReturn<MessageDraft>): MessageSending {
  const { merchant, product } = useTenant();
  const { organisation } = useConfig();
  const queries = useQueryClient();
  const [state, setState] = useState<Omit<MessageSending, 'send' | 'stop'>>({ strays: [] });
  const [run] = useState(() => new Run());
  useEffect(() => () => run.stop(), [run]);

  const recipients = () => form.getValues('recipients') ?? [];
  const write = (attempts: readonly (readonly [id: string, attempt: SendAttempt | undefined])[]) => {
    const byId = new Map(attempts);
    form.setValue(
      'recipients',
      recipients().map((it) => (byId.has(it.id) ? { ...it, attempt: byId.get(it.id) } : it)),
    );
  };

  const draftOf = ({ messageId, to, content }: Outgoing, recipient: Recipient | undefined): SentMessageDraft => ({
    MessageId: messageId,
    ClientNumber: recipient?.client,
    ContractNumber: recipient?.contract,
    InstalmentSequence: recipient?.instalment,
    InstalmentActionDate: recipient?.announced?.day,
    InstalmentAmount: recipient?.announced?.cents == null ? undefined : fromCents(recipient.announced.cents),
    Template: content.templateName,
    ToEnd: to.replace(/\D/g, '').slice(-4),
  });

  const send = async (items: ReadonlyMap<string, SendAttempt['item']>) => {
    const all = [...items];
    const before = new Map(recipients().map((it) => [it.id, it]));
    let done = 0;
    const strays: Answered[] = [];
    const show = (isRunning: boolean, failure: Partial<MessageSending> = {}) =>
      setState({ round: { total: all.length, done, isRunning }, strays, ...failure });

    /** @returns whether the call failed, which ends the run */
    const sendPart = async (part: typeof all): Promise<boolean> => {
      const going = part.map(([, item]) => item);
      const attempts = (change: (item: Outgoing, index: number, id: string) => SendAttempt | undefined) =>
        write(part.map(([id, item], index) => [id, change(item, index, id)]));
      attempts((item) => ({ item, deliveryStatus: 'sending' }));
      let hasLeft = false;
      try {
        const Messages = part.map(([id, item]) => draftOf(item, before.get(id)));
        if (going.length > 0) await keepSentMessages({ merchant, product }, { Organisation: organisation, Messages });
        hasLeft = true;
        const answers = answersTo(going, going.length > 0 ? await sendMessages(going) : []);
        strays.push(...answers.strays);
        const answered = going.map((item, index) => attemptOf(item, answers.of[index]));
        for (const { item, deliveryStatus } of answered) if (deliveryStatus !== 'unknown') forgetCall(item.messageId);
        attempts((_item, index) => answered[index]);
        for (const { item, status } of answered) if (status) noteStatus(item.messageId, status);
        return false;
      } catch (error) {
        const refused = error instanceof WrongCredentials ? error : undefined;
        const isNothing = !hasLeft || refused || (error instanceof CallError && storedNothing.includes(error.kind));
        // If nothing was accepted, the messages are as before, and after an unanswered call that is still unknown.
        attempts((item, _index, id) => (isNothing ? before.get(id)?.attempt : { item, deliveryStatus: 'unknown' }));
        const isNew = ([id, item]: (typeof part)[number]) => before.get(id)?.attempt?.item.messageId !== item.messageId;
        if (isNothing) for (const it of part.filter(isNew)) forgetCall(it[1].messageId);
        if (refused) holdCredentials(undefined);
        const reason = refused ? { refused } : { error: error instanceof CallError ? error : undefined };
        show(false, { failed: going, ...reason });
        if (!refused && !(error instanceof CallError)) throw error;
        return true;
      } finally {
        void queries.invalidateQueries({ queryKey: sentMessagesKey({ merchant, product }) });
      }
    };

    let isFailed = false;
    await run.start<typeof all>({
      next: () => {
        show(true);
        return done < all.length ? all.slice(done, done + chunk) : undefined;
      },
      send: async (next) => {
        const openBefore = await keepMessages(
          { merchant, product },
          next.map(([, item]) => item),
        );
        // The same was sent before without an answer, in another tab or before a reload: its status is checked instead.
        write(
          next.flatMap(([id, item]) => {
            const messageId = openBefore.get(item.messageId);
            return messageId ? [[id, { item: { ...item, messageId }, deliveryStatus: 'unknown' }] as const] : [];
          }),
        );
        isFailed = await sendPart(next.filter(([, item]) => !openBefore.has(item.messageId)));
        if (!isFailed) done += next.length;
        return isFailed;
      },
    });
    if (!isFailed) show(false);
  };

  return { ...state, send, stop: () => run.stop() };
}

/**
 * The recipients of a restored draft. Messages that were being sent have an answer by now or never will; finished ones are
 * dropped.
 */
export function returnedRecipients(recipients: readonly Recipient[]): Recipient[] {
  return recipients.flatMap((recipient) => {
    if (!recipient.attempt) return [recipient];
    const status = recipient.attempt.status ?? sentStatus(recipient.attempt.item.messageId);
    const deliveryStatus = status ? deliveryStatusOf(status) : 'unknown';
    return deliveryStatus === 'unknown' || deliveryStatus === 'rejected'
      ? [{ ...recipient, attempt: { ...recipient.attempt, status, deliveryStatus } }]
      : [];
  });
}
