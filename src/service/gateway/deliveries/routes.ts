import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { MessageDelivery, MessageDeliveryList, MessageDeliveryQuestion } from '#contract/message-deliveries.ts';
import { wallTimesOf } from '#service/clearing/clock.ts';
import { notFound } from '#service/http/errors.ts';
import { enteredBy, entering, viewing, type Extension } from '#service/http/extension.ts';
import { parsed } from '#service/http/parsed.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import { saysMore, type DeliveryState } from './read-report.ts';
import { reportedStates } from './store.ts';

export const MessageDeliveryBody = z.strictObject({
  Organisation: z.string().min(1).max(100).describe('The one that sent them; the merchant is one of its own.'),
  Messages: z.array(z.string().min(1).max(200)).min(1).max(100).describe('Their messageIds.'),
}) satisfies z.ZodType<MessageDeliveryQuestion>;

interface Parts extends Extension {
  numbers: Numbers;
  timeZone: string;
}

/** What a provider has reported of messages, to those who may read them; not part of the interface. */
export function serveMessageDeliveries(app: FastifyInstance, parts: Parts): void {
  const at = wallTimesOf(parts.timeZone);
  app.post(
    '/message-deliveries/:merchant',
    entering(parts, 'message-delivery', 'messages:read'),
    async (request, reply) => {
      const { merchant } = enteredBy(request);
      const { Organisation: organisation, Messages } = parsed(MessageDeliveryBody, request.body);
      const [first] = await viewing(
        parts,
        request,
        reply,
        ({ query }) =>
          query<{ merchant: string }>(
            'select merchants[1] as merchant from organisation where organisation = $1 and $2 = any(merchants)',
            [organisation, merchant],
          ),
        { organisation },
      );
      if (!first) throw notFound();
      // What an organisation sends is kept for its first merchant.
      const owner = { merchant: first.merchant, organisation };
      const found = await viewing(
        parts,
        request,
        reply,
        ({ query }) => reportedStates(query, parts.numbers, owner, Messages),
        { merchant: first.merchant },
      );
      const states = new Map<string, DeliveryState>();
      for (const { messageId, state } of found)
        if (saysMore(state, states.get(messageId))) states.set(messageId, state);
      const answer: MessageDeliveryList = {
        Messages: [...states].map(([MessageId, { status, text, receivedAt }]): MessageDelivery => ({
          MessageId,
          ReportedAt: at(receivedAt),
          Status: status
            ? { ...status, ...(status.description && { description: covered(status.description) }) }
            : null,
          Text: text === undefined ? null : covered(text),
        })),
      };
      return reply.header('cache-control', 'no-store').send(answer);
    },
  );
}

/** A recipient's number is as personal as an account number. */
const covered = (text: string): string =>
  text.replaceAll(/\d(?:[ -]?\d){6,}/g, (number) => `•••• ${number.replaceAll(/\D/g, '').slice(-4)}`);
