import { z } from 'zod';
import { operation } from './operation.ts';

const text = z.string().max(4096);

/** One template message; the words are the gateway's own and stand in no other call. */
export const Message = z.strictObject({
  from: text,
  to: text,
  messageId: text.optional(),
  content: z.strictObject({
    templateName: text,
    templateData: z.strictObject({
      body: z.strictObject({ placeholders: z.array(text) }),
      header: z.strictObject({ type: text, mediaUrl: text.optional(), filename: text.optional() }).optional(),
    }),
    language: text,
  }),
  callbackData: text.optional(),
  notifyUrl: text.optional(),
  urlOptions: z
    .strictObject({
      shortenUrl: z.boolean().optional(),
      trackClicks: z.boolean().optional(),
      trackingUrl: text.optional(),
      removeProtocol: z.boolean().optional(),
      customDomain: text.optional(),
    })
    .optional(),
});

export const messages = {
  templateSend: operation({
    name: 'templateSend',
    summary: 'Send template messages',
    family: 'messages',
    method: 'POST',
    path: '/v1/send-whatsapp-template',
    input: z.strictObject({ messages: z.array(Message) }),
    output: z.object({
      messages: z.array(
        z.object({
          to: z.string().nullish(),
          messageCount: z.int().nullish(),
          messageId: z.string().nullish(),
          status: z
            .object({
              groupId: z.int(),
              groupName: z.string(),
              id: z.int(),
              name: z.string(),
              description: z.string(),
              action: z.unknown(),
            })
            .partial(),
        }),
      ),
      bulkId: z.string().nullable(),
    }),
  }),
};
