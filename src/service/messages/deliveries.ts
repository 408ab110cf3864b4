import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { MessageDelivery, MessageDeliveryQuestion } from '#contract/message-deliveries.ts';
import type { Query } from '#service/database/query.ts';
import type { Begin } from '#service/database/transaction.ts';
import { serveExtension, viewing, type Extension } from '#service/http/extension.ts';
import { messageStatuses, type MessageStatusName } from './statuses.ts';

const MessageDeliveryBody = z.strictObject({
  Organisation: z.string().min(1).max(100).describe('The one that sent them; the merchant is one of its own.'),
  Messages: z.array(z.string().min(1).max(200)).min(1).max(1000).describe('Their messageIds.'),
}) satisfies z.ZodType<MessageDeliveryQuestion>;

/** An organisation that has the merchant of the call, with its first merchant. */
interface Owner {
  organisation: string;
  firstMerchant: string;
}

/** Where it is stored how messages ended. */
export interface DeliverySource {
  begin(owner: Owner): Begin;
  read(query: Query, owner: Owner, messageIds: readonly string[]): Promise<MessageDelivery[]>;
}

/** Of messages that this service sends itself. */
export const ownDeliveries: DeliverySource = {
  begin: ({ organisation }) => ({ organisation }),
  async read(query, { organisation }, messageIds) {
    const rows = await query<{ MessageId: string; ReportedAt: string; status: MessageStatusName }>(
      `select message_id as "MessageId", done_date as "ReportedAt", status from message
        where organisation = $1 and message_id = any($2) and done_date is not null`,
      [organisation, messageIds],
    );
    return rows.map(({ status, ...row }) => ({ ...row, Status: messageStatuses[status], Text: null }));
  },
};

/** How messages ended, for those who may read them; not part of the interface. Of an organisation without the merchant nothing is known. */
export function serveMessageDeliveries(app: FastifyInstance, parts: Extension & { source: DeliverySource }): void {
  const { source } = parts;
  const asking = { summary: 'Retrieve how messages ended, as far as it is reported', body: MessageDeliveryBody };
  serveExtension(app, parts, 'messageDeliveryList', asking, async ({ merchant, body, request, reply }) => {
    const { Organisation: organisation, Messages: messageIds } = body;
    const view = <T>(begin: Begin, work: (query: Query) => Promise<T>) =>
      viewing(parts, request, reply, ({ query }) => work(query), begin);
    const [owner] = await view({ organisation }, (query) =>
      query<Owner>(
        `select organisation, merchants[1] as "firstMerchant" from organisation
          where organisation = $1 and $2 = any(merchants)`,
        [organisation, merchant],
      ),
    );
    const Messages = owner ? await view(source.begin(owner), (query) => source.read(query, owner, messageIds)) : [];
    return { Messages };
  });
}
