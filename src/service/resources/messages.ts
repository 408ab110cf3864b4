import { randomUUID } from 'node:crypto';
import type { Message, MessageStatus } from '#contract/messages.ts';
import { raw, type Call, type RawHandler } from '#service/http/call.ts';
import { Slices } from '#service/http/limits/slices.ts';
import { addJob } from '#service/jobs/jobs.ts';
import { callbackProblem } from '#service/messages/callback.ts';
import { heldMessages } from '#service/messages/held-messages.ts';
import { judgeMessage, type MessageRegistry, type RegisteredTemplate } from '#service/messages/judge.ts';
import { heldStatus, rejectedMessage, messageStatuses, type MessageStatusName } from '#service/messages/statuses.ts';

type Accepted = Message & { messageId: string };

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

/**
 * Stores the messages and the jobs that send them. A known messageId is not sent again; of several with one messageId the first
 * is stored.
 * @returns the new messageIds.
 */
async function store(call: Call, messages: Accepted[]): Promise<Set<string>> {
  const column = <T>(of: (message: Accepted) => T) => messages.map(of);
  // Ordered, so that two calls with the same messages cannot deadlock.
  const created = await call.query<{ messageId: string; deliveryId: string }>(
    `insert into message (organisation, message_id, sender, recipient, content, url_options, callback_data, notify_url,
        status, sent_by, sent_date)
      select $1, id, sender, recipient, content, options, callback, notify, 'PENDING_ACCEPTED', $2, $3
      from unnest($4::text[], $5::text[], $6::text[], $7::jsonb[], $8::jsonb[], $9::text[], $10::text[])
        with ordinality as _ (id, sender, recipient, content, options, callback, notify, place)
      order by id, place
      on conflict (organisation, message_id) do nothing
      returning message_id as "messageId", delivery_id as "deliveryId"`,
    [
      call.organisation,
      call.caller.subject,
      call.now,
      column((it) => it.messageId),
      column((it) => it.from),
      column((it) => it.to),
      column((it) => JSON.stringify(it.content)),
      column((it) => (it.urlOptions ? JSON.stringify(it.urlOptions) : null)),
      column((it) => it.callbackData ?? null),
      column((it) => it.notifyUrl ?? null),
    ],
  );
  for (const { messageId, deliveryId } of created)
    await addJob(call.query, 'network', deliveryId, { organisation: call.organisation, messageId });
  return new Set(created.map((it) => it.messageId));
}

/** Statuses of messages whose messageId was known already; a different message under the same messageId is refused. */
async function earlierStatuses(call: Call, messages: Accepted[]): Promise<Map<Accepted, MessageStatus>> {
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

/** New messages to clients who want none, or have promised to pay; one that was accepted before has been sent. */
async function findHeldStatuses(call: Call, messages: Accepted[]): Promise<Map<Accepted, MessageStatus>> {
  const reasons = await heldMessages(
    call,
    messages.map((it) => it.to),
  );
  const held = messages.filter((it) => reasons.has(it.to));
  if (held.length === 0) return new Map();
  const known = await call.query<{ id: string }>(
    'select message_id as id from message where organisation = $1 and message_id = any($2)',
    [call.organisation, held.map((it) => it.messageId)],
  );
  const sent = new Set(known.map(({ id }) => id));
  return new Map(
    held.flatMap((it) => {
      const reason = reasons.get(it.to);
      return reason && !sent.has(it.messageId) ? [[it, heldStatus(reason)] as const] : [];
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
  const created = await store(call, accepted);
  const earlier = await earlierStatuses(
    call,
    accepted.filter((it) => !created.delete(it.messageId)),
  );
  const statusOf = (message: Accepted): MessageStatus =>
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
