import { described, inPath, schemaOf } from '#service/audit/openapi.ts';
import { MessageDeliveryBody } from './routes.ts';

/** The path of `/openapi.json` for what a provider has reported of messages. */
export const messageDeliveryPaths = {
  '/message-deliveries/{merchant}': {
    post: described('messageDeliveryList', 'Retrieve what the provider has reported of messages', 'messages:read', {
      parameters: [inPath('merchant', 'The merchant number.')],
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(MessageDeliveryBody) } } },
    }),
  },
};
