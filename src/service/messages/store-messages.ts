import type { Message } from '#contract/messages.ts';
import { addJob } from '#service/jobs/jobs.ts';
import type { HandOver } from './send-waiting.ts';
import type { MessageCall } from './waiting-messages.ts';

export type AcceptedMessage = Message & { messageId: string };

/**
 * Stores the messages and the jobs that send them. A known messageId is not sent again; of several with one messageId the first
 * is stored.
 * @returns the new messageIds.
 */
export async function storeMessages(
  { query, organisation, now }: Pick<MessageCall, 'query' | 'organisation' | 'now'>,
  messages: readonly AcceptedMessage[],
  sentBy: string,
): Promise<Set<string>> {
  const column = <T>(of: (message: AcceptedMessage) => T) => messages.map(of);
  // Ordered, so that two calls with the same messages cannot deadlock.
  const created = await query<{ messageId: string; deliveryId: string }>(
    `insert into message (organisation, message_id, sender, recipient, content, url_options, callback_data, notify_url,
        status, sent_by, sent_date)
      select $1, id, sender, recipient, content, options, callback, notify, 'PENDING_ACCEPTED', $2, $3
      from unnest($4::text[], $5::text[], $6::text[], $7::jsonb[], $8::jsonb[], $9::text[], $10::text[])
        with ordinality as _ (id, sender, recipient, content, options, callback, notify, place)
      order by id, place
      on conflict (organisation, message_id) do nothing
      returning message_id as "messageId", delivery_id as "deliveryId"`,
    [
      organisation,
      sentBy,
      now,
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
    await addJob(query, 'network', deliveryId, { organisation, messageId });
  return new Set(created.map((it) => it.messageId));
}

/** What waited is stored as if it were sent now, by those who sent it then. */
export async function storeWaiting({ call, messages }: HandOver): Promise<undefined> {
  for (const sentBy of new Set(messages.map(({ actor }) => actor.Id))) {
    const own = messages.filter(({ actor }) => actor.Id === sentBy);
    await storeMessages(
      call,
      own.map(({ content }) => JSON.parse(content) as AcceptedMessage),
      sentBy,
    );
  }
}
