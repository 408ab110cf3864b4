import { described, inPath, schemaOf } from '#service/http/own-openapi.ts';
import { KnownPayeesBody } from './take-over.ts';

const merchant = inPath('merchant', 'The merchant number.');

/** The paths of `/openapi.json` for payees that are known from before. */
export const knownPayeesPaths = {
  '/known-payees/{merchant}': {
    get: described('knownPayeesList', 'Retrieve whose known payees were prepared or taken over', '`administer`', {
      parameters: [merchant],
    }),
    post: described(
      'knownPayeesPrepare',
      'Prepare known payees, which a second person releases: once for a product',
      '`administer`',
      {
        parameters: [merchant],
        requestBody: { required: true, content: { 'application/json': { schema: schemaOf(KnownPayeesBody) } } },
      },
    ),
  },
};
