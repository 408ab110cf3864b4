import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { MessageDelivery, MessageDeliveryList, MessageDeliveryQuestion } from '#contract/message-deliveries.ts';
import { parsedInput } from '#service/base/parsed.ts';
import type { Query } from '#service/database/query.ts';
import type { Begin } from '#service/database/transaction.ts';
import { enteredBy, entering, viewing, type Extension } from '#service/http/extension.ts';
import { statuses, type StatusName } from './statuses.ts';

export const MessageDeliveryBody = z.strictObject({
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
    const rows = await query<{ MessageId: string; ReportedAt: string; status: StatusName }>(
      `select message_id as "MessageId", done_date as "ReportedAt", status from message
        where organisation = $1 and message_id = any($2) and done_date is not null`,
      [organisation, messageIds],
    );
    return rows.map(({ status, ...row }) => ({ ...row, Status: statuses[status], Text: null }));
  },
};

/** How messages ended, for those who may read them; not part of the interface. Of an organisation without the merchant nothing is known. */
export function serveMessageDeliveries(app: FastifyInstance, parts: Extension & { source: DeliverySource }): void {
  const { source } = parts;
  const reading = entering(parts, 'message-delivery', 'messages:read');
  app.post('/message-deliveries/:merchant', reading, async (request, reply) => {
    const { merchant } = enteredBy(request);
    const { Organisation: organisation, Messages: messageIds } = parsedInput(MessageDeliveryBody, request.body);
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
    return reply.header('cache-control', 'no-store').send({ Messages } satisfies MessageDeliveryList);
  });
}
