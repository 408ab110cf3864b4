import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { CallError } from '#console/api/errors.ts';
import { answersTo, type Answered } from '#console/api/message-answers.ts';
import { holdCredentials, sendMessages, WrongCredentials, type Outgoing } from '#console/api/message-client.ts';
import { useTenant } from '#console/api/tenant.ts';
import { noteSent, statusOf } from '#console/session/sent-messages.ts';
import { forget, takeDownMessages } from '#console/session/unconfirmed.ts';
import type { MessageStatus } from '#contract/messages.ts';
import type { Attempt, DeliveryStatus, MessageDraft, Recipient } from './draft.ts';

/** Messages of one call. */
const chunk = 100;

const groups: Readonly<Record<string, DeliveryStatus>> = {
  '1': 'accepted',
  PENDING: 'accepted',
  '2': 'undelivered',
  UNDELIVERABLE: 'undelivered',
  '3': 'delivered',
  DELIVERED: 'delivered',
  '4': 'undelivered',
  EXPIRED: 'undelivered',
  '5': 'rejected',
  REJECTED: 'rejected',
};

/**
 * In the gateways' numbering (contract, MessageStatus), or by the name of the group. A group beyond these was taken; a status that
 * names none says nothing, so it is not known.
 */
export function deliveryStatusOf({ groupId, groupName, name }: Partial<MessageStatus>): DeliveryStatus {
  const byName = groups[(groupName ?? name ?? '').toUpperCase()];
  return groupId === undefined ? (byName ?? 'unknown') : (groups[groupId] ?? byName ?? 'accepted');
}

/** A message with what was said of it; one that nothing was said of is not known to be on its way. */
function attemptOf(item: Outgoing, answered: Answered | undefined): Attempt {
  if (!answered) return { item, deliveryStatus: 'unknown' };
  const { status, messageId, messageCount, bulkId } = answered;
  return { item, status, deliveryStatus: deliveryStatusOf(status), answer: { messageId, messageCount, bulkId } };
}

/** After these the service has taken none of what was sent; after any other it may have. */
const tookNothing: readonly string[] = ['refused', 'notPermitted', 'notFound', 'signedOut'];

export interface Sending {
  /** Messages of this round, and how many of them have been dealt with. */
  round?: { total: number; done: number; isRunning: boolean };
  /** Why a call of this round gave no answer: the service took nothing, or nobody knows. */
  error?: CallError;
  /** The messages of that call. */
  failed?: readonly Outgoing[];
  /** Answers of this round that are about none of its messages. */
  strays: readonly Answered[];
  /** The username and password were refused; the messages are as they were. */
  refused?: WrongCredentials;
  send(attempts: ReadonlyMap<string, Attempt['item']>): Promise<void>;
  stop(): void;
}

/**
 * Sends messages by the hundred, and writes what became of each into the draft: before a call goes out its items are
 * there as being sent, so that whatever happens to this page they are not taken for unsent.
 */
export function useSending(form: UseFormReturn<MessageDraft>): Sending {
  const { merchant, product } = useTenant();
  const [state, setState] = useState<Omit<Sending, 'send' | 'stop'>>({ strays: [] });
  const isStopped = useRef(false);
  useEffect(() => {
    isStopped.current = false;
    return () => void (isStopped.current = true);
  }, []);

  const recipients = () => form.getValues('recipients') ?? [];
  const write = (attempts: ReadonlyMap<string, Attempt | undefined>) =>
    form.setValue(
      'recipients',
      recipients().map((it) => (attempts.has(it.id) ? { ...it, attempt: attempts.get(it.id) } : it)),
    );

  const note = (outcomes: readonly [Recipient | undefined, Attempt][]) => {
    const at = new Date().toISOString();
    noteSent(
      outcomes.flatMap(([recipient, { item, status, answer }]) =>
        status
          ? {
              merchant,
              product,
              at,
              to: item.to,
              template: item.content.templateName,
              client: recipient?.client,
              contract: recipient?.contract,
              messageId: item.messageId,
              status,
              answer,
            }
          : [],
      ),
    );
  };

  const send = async (items: ReadonlyMap<string, Attempt['item']>) => {
    isStopped.current = false;
    const all = [...items];
    const before = new Map(recipients().map((it) => [it.id, it]));
    let done = 0;
    const strays: Answered[] = [];
    setState({ round: { total: all.length, done, isRunning: true }, strays });
    while (done < all.length && !isStopped.current) {
      const next = all.slice(done, done + chunk);
      const openBefore = await takeDownMessages(
        { merchant, product },
        next.map(([, item]) => item),
      );
      const part = next.filter(([, item]) => !openBefore.has(item.messageId));
      // The same went before, in another tab or before a reload, and has no answer: it is asked about, not sent once more.
      write(
        new Map(
          next.flatMap(([id, item]) => {
            const messageId = openBefore.get(item.messageId);
            return messageId ? [[id, { item: { ...item, messageId }, deliveryStatus: 'unknown' } as const]] : [];
          }),
        ),
      );
      const attempts = part.map(([, item]): Attempt => ({ item, deliveryStatus: 'sending' }));
      write(new Map(part.map(([id], index) => [id, attempts[index]])));
      try {
        const going = attempts.map(({ item }) => item);
        const answers = answersTo(going, going.length > 0 ? await sendMessages(going) : []);
        strays.push(...answers.strays);
        const answered = going.map((item, index) => attemptOf(item, answers.of[index]));
        for (const { item, deliveryStatus } of answered) if (deliveryStatus !== 'unknown') forget(item.messageId);
        write(new Map(part.map(([id], index) => [id, answered[index]])));
        note(part.flatMap(([id], index) => (answered[index] ? [[before.get(id), answered[index]]] : [])));
      } catch (error) {
        const refused = error instanceof WrongCredentials ? error : undefined;
        const nothing = refused || (error instanceof CallError && tookNothing.includes(error.kind));
        // Where nothing was taken the messages stand as they did, which after an unanswered one is still unknown.
        write(
          new Map(
            part.map(([id], index) => {
              const attempt = attempts[index];
              return [id, nothing ? before.get(id)?.attempt : attempt && { ...attempt, deliveryStatus: 'unknown' }];
            }),
          ),
        );
        const isNew = ([id, item]: (typeof part)[number]) => before.get(id)?.attempt?.item.messageId !== item.messageId;
        if (nothing) for (const it of part.filter(isNew)) forget(it[1].messageId);
        if (refused) holdCredentials(undefined);
        setState({
          round: { total: all.length, done, isRunning: false },
          strays,
          failed: attempts.map(({ item }) => item),
          ...(refused ? { refused } : { error: error instanceof CallError ? error : undefined }),
        });
        if (!refused && !(error instanceof CallError)) throw error;
        return;
      }
      done += next.length;
      setState({ round: { total: all.length, done, isRunning: done < all.length }, strays });
    }
    setState({ round: { total: all.length, done, isRunning: false }, strays });
  };

  return { ...state, send, stop: () => void (isStopped.current = true) };
}

/**
 * Recipients of a draft that comes back: what was being sent has an answer by now or will have none, and what is done with
 * belongs to the page that was left.
 */
export function returned(recipients: readonly Recipient[]): Recipient[] {
  return recipients.flatMap((it) => {
    if (!it.attempt) return [it];
    const status = it.attempt.status ?? statusOf(it.attempt.item.messageId);
    const deliveryStatus = status ? deliveryStatusOf(status) : 'unknown';
    return deliveryStatus === 'unknown' || deliveryStatus === 'rejected'
      ? [{ ...it, attempt: { ...it.attempt, status, deliveryStatus } }]
      : [];
  });
}
