import { described, inPath, schemaOf } from '#service/http/own-openapi.ts';
import { MessageDeliveryBody } from './deliveries.ts';

/** The path of `/openapi.json` for how messages ended. */
export const messageDeliveryPaths = {
  '/message-deliveries/{merchant}': {
    post: described('messageDeliveryList', 'Retrieve how messages ended, as far as it is reported', 'messages:read', {
      parameters: [inPath('merchant', 'The merchant number.')],
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(MessageDeliveryBody) } } },
    }),
  },
};
