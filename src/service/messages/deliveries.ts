import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { MessageDelivery, MessageDeliveryQuestion } from '#contract/message-deliveries.ts';
import type { MessageStatus } from '#contract/messages.ts';
import type { SentMessageRecord } from '#contract/sent-messages.ts';
import type { Query } from '#service/database/query.ts';
import type { Begin } from '#service/database/transaction.ts';
import { serveExtension, viewing, type Extension } from '#service/http/extension.ts';
import { waits } from './held-messages.ts';
import { heldStatus, rejectedMessage, messageStatuses, type MessageStatusName } from './statuses.ts';

const MessageDeliveryBody = z.strictObject({
  Organisation: z.string().min(1).max(100).describe('The one that sent them; the merchant is one of its own.'),
  Messages: z.array(z.string().min(1).max(200)).min(1).max(1000).describe('Their messageIds.'),
}) satisfies z.ZodType<MessageDeliveryQuestion>;

/** An organisation that has the merchant of the call, with its first merchant. */
interface MessageOwner {
  organisation: string;
  firstMerchant: string;
}

/** The status of a message, with its time and its reason. */
export type MessageStanding = Pick<SentMessageRecord, 'Status' | 'ReportedAt' | 'Text'>;

export const unknownStanding: MessageStanding = { Status: null, ReportedAt: null, Text: null };

/** Where it is stored how messages ended. */
export interface DeliverySource {
  begin(owner: MessageOwner): Begin;
  /** Of those whose end is reported. */
  read(query: Query, owner: MessageOwner, messageIds: readonly string[]): Promise<MessageDelivery[]>;
  /** Of messages whose sending was begun, however long ago. */
  standings(
    query: Query,
    owner: MessageOwner,
    messageIds: readonly string[],
  ): Promise<(messageId: string) => MessageStanding>;
}

const notSent: MessageStanding = {
  ...unknownStanding,
  Status: rejectedMessage('REJECTED_NOT_STORED', 'It was not sent.'),
};

interface StoredEnd {
  id: string;
  status: MessageStatusName;
  reportedAt: string | null;
}

const readEnds = (query: Query, { organisation }: MessageOwner, messageIds: readonly string[]): Promise<StoredEnd[]> =>
  query<StoredEnd>(
    `select message_id as id, status, done_date as "reportedAt" from message where organisation = $1 and message_id = any($2)`,
    [organisation, messageIds],
  );

/** Of messages that wait until they may go, or were refused when they might have gone: by organisation and messageId. */
export async function waitingStandings(
  query: Query,
  merchant: string,
  messageIds: readonly string[],
): Promise<Map<string, MessageStanding>> {
  const rows = await query<{ id: string; organisation: string; goesAt: string; refusal: string | null }>(
    `select message_id as id, organisation, to_char(goes_at, 'YYYY-MM-DD HH24:MI') as "goesAt", refusal
      from waiting_message where merchant = $1 and message_id = any($2)`,
    [merchant, messageIds],
  );
  return new Map(
    rows.map(({ id, organisation, goesAt, refusal }) => [
      `${organisation} ${id}`,
      {
        ...unknownStanding,
        Status: refusal === null ? heldStatus(waits(goesAt)) : (JSON.parse(refusal) as MessageStatus),
      },
    ]),
  );
}

/** Of messages that this service sends itself. */
export const ownDeliveries: DeliverySource = {
  begin: ({ organisation }) => ({ organisation }),
  async read(query, owner, messageIds) {
    const rows = await readEnds(query, owner, messageIds);
    return rows.flatMap(({ id, status, reportedAt }) =>
      reportedAt === null
        ? []
        : [{ MessageId: id, ReportedAt: reportedAt, Status: messageStatuses[status], Text: null }],
    );
  },
  async standings(query, owner, messageIds) {
    const rows = await readEnds(query, owner, messageIds);
    const byId = new Map(
      rows.map(({ id, status, reportedAt }) => [
        id,
        { Status: messageStatuses[status], ReportedAt: reportedAt, Text: null },
      ]),
    );
    return (messageId) => byId.get(messageId) ?? notSent;
  },
};

/** @returns undefined if the organisation has no such merchant. */
export async function messageOwner(
  query: Query,
  organisation: string,
  merchant: string,
): Promise<MessageOwner | undefined> {
  const [owner] = await query<MessageOwner>(
    `select organisation, merchants[1] as "firstMerchant" from organisation
      where organisation = $1 and $2 = any(merchants)`,
    [organisation, merchant],
  );
  return owner;
}

/** How messages ended, for those who may read them; not part of the interface. Of an organisation without the merchant nothing is known. */
export function serveMessageDeliveries(app: FastifyInstance, parts: Extension & { source: DeliverySource }): void {
  const { source } = parts;
  const asking = { summary: 'Retrieve how messages ended, as far as it is reported', body: MessageDeliveryBody };
  serveExtension(app, parts, 'messageDeliveryList', asking, async ({ merchant, body, request, reply }) => {
    const { Organisation: organisation, Messages: messageIds } = body;
    const view = <T>(begin: Begin, work: (query: Query) => Promise<T>) =>
      viewing(parts, request, reply, ({ query }) => work(query), begin);
    const owner = await view({ organisation }, (query) => messageOwner(query, organisation, merchant));
    const Messages = owner ? await view(source.begin(owner), (query) => source.read(query, owner, messageIds)) : [];
    return { Messages };
  });
}
