import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { printable } from './printable.ts';

/** Most messages of one call (docs/decisions.md, 5). */
const maxMessages = 1000;

// The chat network accepts no line break in a placeholder.
const text = (max = 4096) => z.string().check(z.maxLength(max, `is longer than ${max} characters`), printable());

/** One template message, with the gateway's own fields, which no other call uses. Null means absent. */
export const Message = z.strictObject({
  from: text(50),
  to: text(50),
  messageId: z.nullish(text(200)),
  content: z.strictObject({
    templateName: text(200),
    templateData: z.nullish(
      z.strictObject({
        body: z.nullish(z.strictObject({ placeholders: z.array(text()).check(z.maxLength(100, 'are more than 100')) })),
        header: z.nullish(
          z.strictObject({ type: text(20), mediaUrl: z.nullish(text(2048)), filename: z.nullish(text(240)) }),
        ),
      }),
    ),
    language: text(20),
  }),
  callbackData: z.nullish(text()),
  notifyUrl: z.nullish(text(2048)),
  urlOptions: z.nullish(
    z.strictObject({
      shortenUrl: z.nullish(z.boolean()),
      trackClicks: z.nullish(z.boolean()),
      trackingUrl: z.nullish(text(2048)),
      removeProtocol: z.nullish(z.boolean()),
      customDomain: z.nullish(text(255)),
    }),
  ),
});
export type Message = z.infer<typeof Message>;

/** A message's status in the gateways' numbering: 1 pending, 2 undeliverable, 3 delivered, 4 expired, 5 rejected. */
export const MessageStatus = z.object({
  groupId: z.int(),
  groupName: z.string(),
  id: z.int(),
  name: z.string(),
  description: z.string(),
  action: z.unknown(),
});
export type MessageStatus = z.infer<typeof MessageStatus>;

/**
 * The body of a delivery report, as the widely used gateways post it; the interface does not define it
 * (docs/interface.md, Events 1).
 */
export const DeliveryReport = z.object({
  results: z.array(
    z.object({
      bulkId: z.nullable(z.string()),
      messageId: z.string(),
      to: z.string(),
      sentAt: z.string(),
      doneAt: z.nullable(z.string()),
      messageCount: z.int(),
      status: MessageStatus,
      error: z.object({
        groupId: z.int(),
        groupName: z.string(),
        id: z.int(),
        name: z.string(),
        description: z.string(),
        permanent: z.boolean(),
      }),
      callbackData: z.nullable(z.string()),
    }),
  ),
});

export const messages = {
  templateSend: operation({
    name: 'templateSend',
    summary: 'Send template messages',
    resource: 'messages',
    method: 'POST',
    path: '/v1/send-whatsapp-template',
    basic: true,
    input: z.strictObject({
      // A wrong message is rejected in its own status: only the body's shape causes a 400.
      messages: z
        .array(z.union([Message, z.unknown()]))
        .check(z.minLength(1, 'holds no message'), z.maxLength(maxMessages, `holds more than ${maxMessages} messages`)),
    }),
    output: z.object({
      messages: z.array(
        z.object({
          to: z.string(),
          messageCount: z.int(),
          messageId: z.string(),
          status: MessageStatus,
        }),
      ),
      bulkId: z.nullable(z.string()),
    }),
  }),
};
