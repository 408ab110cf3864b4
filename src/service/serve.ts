import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { fieldOf } from '../contract/fields.ts';
import { envelopeOf, limits, permissionOf, type ApiResponse, type Operation } from '../contract/operation.ts';
import { operations } from '../contract/operations.ts';
import type { Caller, Guard } from './auth/guard.ts';
import type { Call } from './call.ts';
import type { Clock } from './clock.ts';
import { inTransaction, isRepeatable } from './database/transaction.ts';
import { HttpError, notFound, Refusal, type Fault } from './errors.ts';
import { faultsOf } from './faults.ts';

/** What a call is served with. */
export interface Serving {
  pool: pg.Pool;
  guard: Guard;
  clock: Clock;
  products: readonly string[];
  /** Handlers by operation name; the record's own type has them checked, here they are called alike. */
  handlers: Readonly<Record<string, AnyHandler | undefined>>;
}

type AnyHandler = (call: Call, input: never) => Promise<unknown>;

/** Who asks for what: settled before the body is read, so that a stranger cannot make the service read one. */
interface Entry {
  operation: Operation;
  caller: Caller;
  merchant: string | null;
  product: string;
  /** Known once the call's transaction has begun; 0 for a call that was turned away before. */
  sequence: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    entry: Entry | null;
    /** The operation of the route, for error bodies and the log. */
    operationName: string;
  }
}

const route = (path: string) => path.replace('{PREFIX}', '/v1/payments/{merchant}').replace(/\{(\w+)\}/g, ':$1');

/** Registers a route for each operation that has a handler. Knows the contract and no operation by its name. */
export function serve(app: FastifyInstance, serving: Serving): void {
  app.decorateRequest('entry', null);
  app.decorateRequest('operationName', '');
  for (const operation of Object.values<Operation>(operations)) {
    const handler = serving.handlers[operation.name];
    if (!handler) continue;
    for (const path of [operation.path, ...(operation.alias ? [operation.alias] : [])])
      app.route({
        method: operation.method,
        url: route(path),
        bodyLimit: limits.bytes,
        onRequest: async (request) => {
          request.operationName = operation.name;
          request.entry = await enter(operation, request, serving);
        },
        handler: (request, reply) => answer(request, reply, handler, serving),
      });
  }
}

/** @throws HttpError 401 without a good token or the permission, 404 beyond the token's merchants. */
async function enter(
  operation: Operation,
  request: FastifyRequest,
  { guard, pool, products }: Serving,
): Promise<Entry> {
  const caller = await guard(request.headers.authorization);
  const { merchant = null, product = '' } = request.params as { merchant?: string; product?: string };
  // A merchant that the token does not name and one that does not exist are the same to the caller.
  if (merchant !== null && !(await isWithin(caller, merchant, pool))) throw notFound();
  if (product !== '' && !products.includes(product)) throw notFound();
  if (!caller.permissions.has(permissionOf(operation)))
    throw new HttpError(
      401,
      [{ Code: 'NOT_PERMITTED', Message: `This sign-in lacks the permission ${permissionOf(operation)}.` }],
      { 'www-authenticate': 'Bearer error="insufficient_scope"' },
    );
  return { operation, caller, merchant, product, sequence: 0 };
}

/** A token names its merchants, or `*` for all that exist. */
async function isWithin(caller: Caller, merchant: string, pool: pg.Pool): Promise<boolean> {
  if (caller.merchants.has(merchant)) return true;
  if (!caller.merchants.has('*')) return false;
  return inTransaction(
    pool,
    { merchant },
    async (client) => (await client.query('select from merchant')).rowCount === 1,
  );
}

/** One call: parse, one transaction, envelope, answer check. */
async function answer(request: FastifyRequest, reply: FastifyReply, handler: AnyHandler, serving: Serving) {
  const entry = request.entry;
  if (!entry) throw new Error('a route without its onRequest hook');
  const { operation } = entry;
  const query = queryOf(request.query as Record<string, unknown>);
  const envelope = envelopeOf(operation);
  if (envelope === 'batch') nothingMore(query);
  const items = envelope === 'batch' ? itemsOf(operation, request.body) : [parsed(operation, query)];

  const work = () =>
    inTransaction(serving.pool, { merchant: entry.merchant }, async (client, sequence) => {
      entry.sequence = sequence;
      const call: Call = {
        merchant: entry.merchant ?? '',
        product: entry.product,
        caller: entry.caller,
        now: serving.clock.now(),
        query: async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[],
      };
      const run = handler as (call: Call, input: unknown) => Promise<unknown>;
      return envelope === 'records' ? run(call, items[0]) : oneByOne(call, operation, items, run);
    });
  const held = checked(operation, await again(work), envelope === 'records');
  const api: ApiResponse = {
    CallSequence: entry.sequence,
    Status: 'SUCCESS',
    Version: operation.version ?? '1.0.0',
    Name: operation.name,
  };
  return reply.send({ [operation.response ?? '']: held, APIResponse: api });
}

/** What the database ended in favour of another call stored nothing and runs again. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await work();
    } catch (error) {
      if (tries === 4 || !isRepeatable(error)) throw error;
    }
}

interface Batch {
  Successful: unknown[];
  Failed: unknown[];
}

/** Every item ends in exactly one list. A savepoint each: a refused item leaves nothing, the others stand. */
async function oneByOne(
  call: Call,
  operation: Operation,
  items: unknown[],
  run: (call: Call, input: unknown) => Promise<unknown>,
): Promise<Batch[]> {
  const batch: Batch = { Successful: [], Failed: [] };
  const isBatch = envelopeOf(operation) === 'batch';
  // Each item locks its contract until the call ends. Two batches of a merchant that name the same contracts in other
  // orders would block each other; so they go one after the other, while single items pass beside them.
  if (items.length > 1) await call.query('select pg_advisory_xact_lock(hashtext($1))', [call.merchant]);
  for (const item of items) {
    const read = isBatch ? operation.input.safeParse(item) : { success: true as const, data: item };
    if (!read.success) {
      batch.Failed.push(failed(item, faultsOf(read.error, item)));
      continue;
    }
    await call.query('savepoint item');
    try {
      batch.Successful.push(await run(call, read.data));
      await call.query('release savepoint item');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await call.query('rollback to savepoint item');
      batch.Failed.push(failed(item, error.faults));
    }
  }
  return [batch];
}

/** A failed item: the submitted words echoed, and why (README, Where the interface is silent). */
const failed = (item: unknown, faults: Fault[]) =>
  typeof item === 'object' && item !== null && !Array.isArray(item)
    ? { ...item, Errors: faults }
    : { Item: item, Errors: faults };

/** What goes out is what the contract says: undeclared words are dropped, a wrong type is a bug and a 500. */
function checked(operation: Operation, held: unknown, areRecords: boolean): unknown {
  if (areRecords) return z.array(operation.output).parse(held);
  return (held as Batch[]).map((batch) => ({
    ...batch,
    Successful: z.array(operation.output).parse(batch.Successful),
  }));
}

const bad = (...faults: Fault[]) => new HttpError(400, faults);

/** The items of a body: one key, the request's name, with an array. */
function itemsOf(operation: Operation, body: unknown): unknown[] {
  const key = operation.request ?? '';
  const shape = `The body must be an object with the one key ${key}, holding an array of items.`;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw bad({ Code: 'ENVELOPE', Message: shape });
  const other = Object.keys(body).find((name) => name !== key);
  if (other !== undefined) throw bad({ Field: other, Code: 'ENVELOPE', Message: shape });
  const items: unknown = (body as Record<string, unknown>)[key];
  if (!Array.isArray(items)) throw bad({ Field: key, Code: 'ENVELOPE', Message: shape });
  if (items.length === 0) throw bad({ Field: key, Code: 'EMPTY', Message: `${key} holds no item.` });
  if (items.length > limits.items)
    throw bad({
      Field: key,
      Code: 'TOO_MANY',
      Message: `${key} holds ${items.length} items; a call takes at most ${limits.items}.`,
    });
  return items;
}

/** The query without its version: each word once, the version v1 or absent. */
function queryOf(query: Record<string, unknown>): Record<string, string> {
  const { Version = 'v1', ...words } = query;
  if (Version !== 'v1')
    throw bad({ Field: 'Version', Code: 'UNKNOWN_VERSION', Message: 'Version must be v1, or be left out.' });
  for (const [word, value] of Object.entries(words))
    if (typeof value !== 'string')
      throw bad({ Field: word, Code: 'REPEATED', Message: `${word} is given more than once.` });
  return words as Record<string, string>;
}

function nothingMore(query: Record<string, string>): void {
  const [word] = Object.keys(query);
  if (word) throw bad({ Field: word, Code: 'UNKNOWN_WORD', Message: `${word} is not a query word of this call.` });
}

/** Query words in the types of their contract. Only here is text turned into a number: a body must have the type. */
function parsed(operation: Operation, query: Record<string, string>): unknown {
  const typed = Object.entries(query).map(([word, text]) => {
    const kind = fieldOf(word)?.input;
    const isNumber = kind === 'integer' || kind === 'amount' || kind === 'rate';
    return [word, isNumber && /^-?\d{1,16}(\.\d+)?$/.test(text) ? Number(text) : text];
  });
  const given = Object.fromEntries(typed);
  const read = operation.input.safeParse(given);
  if (!read.success) throw bad(...faultsOf(read.error, given));
  return read.data;
}
