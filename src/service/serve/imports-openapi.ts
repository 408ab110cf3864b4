import { described, inPath, schemaOf } from '#service/http/own-openapi.ts';
import { SentBeforeBody } from './imports.ts';

const book = [inPath('merchant', 'The merchant number.'), inPath('product', 'The product.')];
const reads = 'that reads the records: `clients:read`, `instalments:read` or another';

/** The imports' paths of `/openapi.json`. */
export const importPaths = {
  '/imports/{merchant}/{product}': {
    get: described('importList', 'Retrieve the last imports of files, and how many rows were accepted', reads, {
      parameters: book,
    }),
  },
  '/imports/{merchant}/{product}/{import}': {
    get: described('importView', 'Retrieve an import, with the reason of each refused row', reads, {
      parameters: [...book, inPath('import', 'The Import-Id of its calls.')],
    }),
  },
  '/imports/{merchant}/{product}/sent-before': {
    post: described(
      'importSentBefore',
      'Retrieve which debits and payments another import has sent',
      'that changes records',
      {
        parameters: book,
        requestBody: { required: true, content: { 'application/json': { schema: schemaOf(SentBeforeBody) } } },
      },
    ),
  },
};
