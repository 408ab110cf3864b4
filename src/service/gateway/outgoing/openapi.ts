import { described, inPath, schemaOf } from '#service/http/own-openapi.ts';
import { OutgoingDecisionBody } from './routes.ts';

const merchant = inPath('merchant', 'The merchant number.');
const one = [merchant, inPath('call', 'The Call of the list.')];
const reads = 'that reads its records';

/** The paths of `/openapi.json` for changes on their way to a provider. */
export const outgoingCallPaths = {
  '/outgoing-calls/{merchant}': {
    get: described('outgoingCallList', 'Retrieve changes whose outcome is not known', reads, {
      parameters: [merchant],
    }),
  },
  '/outgoing-calls/{merchant}/{call}': {
    get: described('outgoingCallView', 'Retrieve one, with what the provider shows now', reads, { parameters: one }),
    post: described(
      'outgoingCallDecide',
      'Decide what became of its unclear items',
      'that makes the change, of a person',
      {
        parameters: one,
        requestBody: { required: true, content: { 'application/json': { schema: schemaOf(OutgoingDecisionBody) } } },
      },
    ),
  },
};
