import { randomUUID } from 'node:crypto';
import type { Message, MessageStatus } from '#contract/messages.ts';
import { actorOf } from '#service/audit/entry.ts';
import { raw, type Call, type RawHandler } from '#service/http/call.ts';
import { Slices } from '#service/http/limits/slices.ts';
import { callbackProblem } from '#service/messages/callback.ts';
import { takeMessages } from '#service/messages/held-messages.ts';
import { judgeMessage, type MessageRegistry, type RegisteredTemplate } from '#service/messages/judge.ts';
import { heldStatus, rejectedMessage, messageStatuses, type MessageStatusName } from '#service/messages/statuses.ts';
import { storeMessages, type AcceptedMessage } from '#service/messages/store-messages.ts';

async function registeredOf(call: Call): Promise<MessageRegistry> {
  const senders = await call.query<{ sender: string }>('select sender from message_sender where organisation = $1', [
    call.organisation,
  ]);
  const templates = await call.query<RegisteredTemplate>(
    `select template_name as "templateName", language, template_status as "templateStatus",
        header_type as "headerType", body
      from message_template where organisation = $1 order by language`,
    [call.organisation],
  );
  return { senders: new Set(senders.map((it) => it.sender)), templates };
}

/** Statuses of messages whose messageId was known already; a different message under the same messageId is refused. */
async function earlierStatuses(call: Call, messages: AcceptedMessage[]): Promise<Map<AcceptedMessage, MessageStatus>> {
  if (messages.length === 0) return new Map();
  const found = await call.query<{ place: number; status: MessageStatusName; isSame: boolean }>(
    `select place, status, sender = "from" and recipient = "to" and message.content = given.content as "isSame"
      from unnest($2::text[], $3::text[], $4::text[], $5::jsonb[])
        with ordinality as given (id, "from", "to", content, place)
        join message on organisation = $1 and message_id = id`,
    [
      call.organisation,
      messages.map((it) => it.messageId),
      messages.map((it) => it.from),
      messages.map((it) => it.to),
      messages.map((it) => JSON.stringify(it.content)),
    ],
  );
  const statusAt = new Map(found.map((it) => [it.place, it.isSame ? messageStatuses[it.status] : otherMessage]));
  return new Map(messages.map((message, index) => [message, statusAt.get(index + 1) ?? otherMessage]));
}

/** New messages that do not go now; one that was accepted before has been sent. */
async function findHeldStatuses(call: Call, messages: AcceptedMessage[]): Promise<Map<AcceptedMessage, MessageStatus>> {
  const known = await call.query<{ id: string }>(
    'select message_id as id from message where organisation = $1 and message_id = any($2)',
    [call.organisation, messages.map((it) => it.messageId)],
  );
  const sent = new Set(known.map(({ id }) => id));
  const fresh = messages.filter((it) => !sent.has(it.messageId));
  const asked = fresh.map((it) => ({ messageId: it.messageId, to: it.to, content: JSON.stringify(it) }));
  const reasons = await takeMessages(call, asked, actorOf(call.caller));
  return new Map(
    fresh.flatMap((it, index) => {
      const reason = reasons[index];
      return reason ? [[it, heldStatus(reason)] as const] : [];
    }),
  );
}

const otherMessage = rejectedMessage(
  'REJECTED_DUPLICATE_MESSAGE_ID',
  'messageId was used before, for a message with other content, sender or recipient.',
);

/** Refused at once, and nothing is stored: an accepted message would be taken for one that was sent. */
const noNetwork = rejectedMessage('REJECTED_NO_NETWORK', 'Not sent: no chat network is connected to this service.');

const fieldOf = (item: unknown, fieldName: 'to' | 'messageId'): string | undefined => {
  const value: unknown =
    typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[fieldName] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const isRejected = (judged: Message | MessageStatus): judged is MessageStatus => 'groupId' in judged;

/** Checks each message and accepts the valid ones. A job sends them. */
const templateSend: RawHandler<'templateSend'> = async (call, { messages: items }) => {
  const registered = await registeredOf(call);
  const judgedOf = (item: unknown) => {
    const messageId = fieldOf(item, 'messageId') ?? randomUUID();
    const judgement = judgeMessage(item, registered);
    const result = isRejected(judgement) || call.hasNetwork ? judgement : noNetwork;
    return isRejected(result)
      ? { to: fieldOf(item, 'to') ?? '', messageId, status: result }
      : { to: result.to, messageId, message: { ...result, messageId } };
  };
  const judged: ReturnType<typeof judgedOf>[] = [];
  const slices = new Slices();
  for (const item of items) {
    judged.push(judgedOf(item));
    if (slices.isOver) await slices.next();
  }
  const heldStatuses = await findHeldStatuses(
    call,
    judged.flatMap((it) => it.message ?? []),
  );
  const accepted = judged.flatMap((it) => (it.message && !heldStatuses.has(it.message) ? it.message : []));
  const created = await storeMessages(call, accepted, call.caller.subject);
  const earlier = await earlierStatuses(
    call,
    accepted.filter((it) => !created.delete(it.messageId)),
  );
  const statusOf = (message: AcceptedMessage): MessageStatus =>
    heldStatuses.get(message) ??
    earlier.get(message) ?? { ...messageStatuses.PENDING_ACCEPTED, action: callbackProblem(message) };
  return {
    messages: judged.map(({ to, messageId, message, status }) => ({
      to,
      messageCount: 1,
      messageId,
      status: status ?? statusOf(message),
    })),
    bulkId: null,
  };
};

export const messageHandlers = { templateSend: raw(templateSend) };
