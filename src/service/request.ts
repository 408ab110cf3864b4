import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fieldOf } from '../contract/fields.ts';
import type { Operation } from '../contract/operation.ts';
import { operations } from '../contract/operations.ts';
import { HttpError, type Fault } from './errors.ts';
import { faultsOf, shortened } from './faults.ts';
import type { Place } from './json-scanner.ts';
import { JsonBody, readJson, wholeValue } from './json.ts';

/** From what came over the wire to the words of the contract; what does not fit refuses the call as a whole. */

const bad = (...faults: Fault[]) => new HttpError(400, faults);

/** Reads the JSON of every body: of a maintain call as a JsonBody, whose items are read one by one, else as its value. */
export function readBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer): Promise<unknown> => {
      const body = await readJson(bytes);
      const operation = (operations as Record<string, Operation | undefined>)[request.operationName];
      return operation?.request ? body : wholeValue(body);
    },
  );
}

/** Where the items of a body are: one key, the request's name, with an array. */
export function itemsOf(operation: Operation, body: unknown): Place[] {
  const key = operation.request ?? '';
  const shape = `The body must be an object with the one key ${key}, holding an array of items.`;
  const envelope = body instanceof JsonBody ? body.envelope : undefined;
  if (typeof envelope !== 'object' || envelope === null || Array.isArray(envelope))
    throw bad({ Code: 'ENVELOPE', Message: shape });
  const other = Object.keys(envelope).find((name) => name !== key);
  if (other !== undefined) throw bad({ Field: shortened(other), Code: 'ENVELOPE', Message: shape });
  const numbers: unknown = (envelope as Record<string, unknown>)[key];
  if (!Array.isArray(numbers)) throw bad({ Field: key, Code: 'ENVELOPE', Message: shape });
  if (numbers.length === 0) throw bad({ Field: key, Code: 'EMPTY', Message: `${key} holds no item.` });
  // With one array in the body, its items are all that there are.
  return [...(body as JsonBody).items];
}

/** The query without its version: each word once, the version v1 or absent. */
export function queryOf(query: Record<string, unknown>): Record<string, string> {
  const { Version = 'v1', ...words } = query;
  if (Version !== 'v1')
    throw bad({ Field: 'Version', Code: 'UNKNOWN_VERSION', Message: 'Version must be v1, or be left out.' });
  for (const [word, value] of Object.entries(words))
    if (typeof value !== 'string')
      throw bad({ Field: word, Code: 'REPEATED', Message: `${word} is given more than once.` });
  return words as Record<string, string>;
}

export function mustBeEmpty(query: Record<string, string>): void {
  const [word] = Object.keys(query);
  if (word) throw bad({ Field: word, Code: 'UNKNOWN_WORD', Message: `${word} is not a query word of this call.` });
}

/** Query words in the types of their contract. Only here is text turned into a number: a body must have the type. */
export function typed(operation: Operation, query: Record<string, string>): unknown {
  const words = Object.entries(query).map(([word, text]) => {
    const kind = fieldOf(word)?.input;
    const isNumber = kind === 'integer' || kind === 'amount' || kind === 'rate';
    return [word, isNumber && /^-?\d{1,16}(\.\d+)?$/.test(text) ? Number(text) : text];
  });
  return fitting(operation, Object.fromEntries(words));
}

/** What was given as the contract reads it. */
export function fitting(operation: Operation, given: unknown): unknown {
  const read = operation.input.safeParse(given);
  if (!read.success) throw bad(...faultsOf(read.error, given));
  return read.data;
}
