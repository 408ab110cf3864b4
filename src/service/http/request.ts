import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fieldOf } from '#contract/fields.ts';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import { HttpError, type CodedFault } from '#service/base/errors.ts';
import { fitting } from '#service/base/parsed.ts';
import { shortName } from '#service/base/zod-errors.ts';
import { sendFailure } from './error-handler.ts';
import { takeMemory } from './json/body-memory.ts';
import { JsonBody, readJson, wholeValue } from './json/json.ts';
import type { ItemSpan } from './json/scanner.ts';
import { Slices } from './limits/slices.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Elements of arrays in a body, for calls that take more than those of the interface. */
    maxItems?: number;
  }
}

/** From bytes to the fields of the contract; what does not fit refuses the whole call. */

const bad = (...faults: CodedFault[]) => new HttpError(400, faults);

/** Reads the JSON of every body: of a maintain call as a JsonBody, whose items are read one by one, else as its value. */
export function readBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, sent: IncomingMessage): Promise<unknown> => {
      const { bodyLimit, config } = request.routeOptions;
      const body = await readJson(await bytesOf(sent, bodyLimit), config.maxItems);
      const operation = (operations as Record<string, Operation | undefined>)[request.operationName];
      return operation?.request ? body : wholeValue(body);
    },
  );
}

/** Refuses bodies labelled as compressed: their size would not limit their content, and the label is often wrong. */
export function refuseEncodedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { 'content-encoding': encoding = 'identity' } = request.headers;
    if (encoding.toLowerCase() === 'identity') return done();
    const Message = 'Bodies are read as they are sent: no Content-Encoding is supported.';
    // Not thrown: the sign-in answers errors with its own pages.
    sendFailure(bad({ Code: 'MALFORMED', Message }), request, reply);
  });
}

/** Read without a pause, so that a body of a few hundred items is not delayed. */
const fewBytes = 256 * 1024;

/**
 * Reads a body, copying each chunk into place: joining 16 MB at the end would block other calls.
 * @param most bytes
 * @throws HttpError 400 for a longer body, unread, and for one that ends too early.
 */
async function bytesOf(sent: IncomingMessage, most: number): Promise<Buffer> {
  const tooLong = bad({ Code: 'MALFORMED', Message: `The body is larger than ${most} bytes.` });
  const announced = Number(sent.headers['content-length'] ?? 0);
  if (announced > most) throw tooLong;
  let bytes = takeMemory(announced || 16 * 1024);
  let length = 0;
  const slices = new Slices();
  try {
    // Destroying it would close the connection and lose the answer.
    for await (const part of sent.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      const end = length + part.length;
      if (end > most) throw tooLong;
      if (end > bytes.length) bytes = Buffer.concat([bytes], Math.min(most, Math.max(end, 2 * bytes.length)));
      part.copy(bytes, length);
      length = end;
      // Node reads up to 2 MB of a fast sender in one turn of the event loop; pausing here stops that.
      if (length > fewBytes && slices.isOver) await slices.next();
    }
  } catch (error) {
    throw error === tooLong ? tooLong : bad({ Code: 'MALFORMED', Message: 'The body ended before its end.' });
  }
  return bytes.subarray(0, length);
}

/** The positions of a body's items: one key, the request's name, with an array. */
export function itemsOf(operation: Operation, body: unknown): ItemSpan[] {
  const key = operation.request ?? '';
  const shape = `The body must be an object with the one key ${key}, holding an array of items.`;
  const envelope = body instanceof JsonBody ? body.envelope : undefined;
  if (typeof envelope !== 'object' || envelope === null || Array.isArray(envelope))
    throw bad({ Code: 'ENVELOPE', Message: shape });
  const other = Object.keys(envelope).find((name) => name !== key);
  if (other !== undefined) throw bad({ Field: shortName(other), Code: 'ENVELOPE', Message: shape });
  const numbers: unknown = (envelope as Record<string, unknown>)[key];
  if (!Array.isArray(numbers)) throw bad({ Field: key, Code: 'ENVELOPE', Message: shape });
  if (numbers.length === 0) throw bad({ Field: key, Code: 'EMPTY', Message: `${key} holds no item.` });
  // With one array in the body, these are its items.
  return [...(body as JsonBody).items];
}

/** The query without `Version`, which must be v1 or absent; each parameter once. */
export function queryOf(query: Record<string, unknown>): Record<string, string> {
  const { Version = 'v1', ...fields } = query;
  if (Version !== 'v1')
    throw bad({ Field: 'Version', Code: 'UNKNOWN_VERSION', Message: 'Version must be v1, or be left out.' });
  for (const [fieldName, value] of Object.entries(fields))
    if (typeof value !== 'string')
      throw bad({ Field: fieldName, Code: 'REPEATED', Message: `${fieldName} is given more than once.` });
  return fields as Record<string, string>;
}

/** Takes `DryRun` out of the query (docs/decisions.md, 48). */
export function dryRunOf({ DryRun = 'false', ...query }: Record<string, string>) {
  if (DryRun !== 'true' && DryRun !== 'false')
    throw bad({ Field: 'DryRun', Code: 'INVALID', Message: 'DryRun must be true or false, or be left out.' });
  return { isDryRun: DryRun === 'true', query };
}

/** Takes `All` out of a retrieve's query; it combines only with `ClientNumber` (docs/decisions.md, 9). */
export function allOf(operation: Operation, query: Record<string, string>) {
  const { All = 'false', ...fields } = query;
  if (!operation.listsAll) return { isAll: false, query };
  if (All !== 'true' && All !== 'false')
    throw bad({ Field: 'All', Code: 'INVALID', Message: 'All must be true or false.' });
  const other = Object.keys(fields).find((fieldName) => fieldName !== 'ClientNumber');
  if (All === 'true' && other !== undefined)
    throw bad({
      Field: other,
      Code: 'CONFLICT',
      Message: `All=true goes with ClientNumber or alone, not with ${other}.`,
    });
  return { isAll: All === 'true', query: fields };
}

export function mustBeEmpty(query: Record<string, string>): void {
  const [fieldName] = Object.keys(query);
  if (fieldName)
    throw bad({
      Field: fieldName,
      Code: 'UNKNOWN_WORD',
      Message: `${fieldName} is not a query parameter of this call.`,
    });
}

/** Query parameters in the types of the contract. Text becomes a number only here: a body must have the type. */
export function typedQuery(operation: Operation, query: Record<string, string>): unknown {
  const fieldNames = Object.entries(query).map(([fieldName, text]) => {
    const kind = fieldOf(fieldName)?.input;
    const isNumber = kind === 'integer' || kind === 'amount' || kind === 'rate';
    return [fieldName, isNumber && /^-?\d{1,16}(\.\d+)?$/.test(text) ? Number(text) : text];
  });
  return fitting(operation.input, Object.fromEntries(fieldNames));
}
