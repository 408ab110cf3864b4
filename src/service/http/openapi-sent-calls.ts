import { described, inPath, schemaOf } from './own-openapi.ts';
import { SentCallBody } from './sent-calls.ts';

/** The path of `/openapi.json` for the outcome of a change by its key. */
export const sentCallPaths = {
  '/sent-calls/{merchant}': {
    post: described(
      'sentCallAsk',
      'Retrieve what the caller’s change under an Idempotency-Key was answered; where nothing was done, nothing will be',
      'to read or change anything of the merchant',
      {
        parameters: [inPath('merchant', 'The merchant number.')],
        requestBody: { required: true, content: { 'application/json': { schema: schemaOf(SentCallBody) } } },
      },
    ),
  },
};
