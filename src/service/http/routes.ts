import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { limits, permissionOf, type ApiResponse, type Operation } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';
import type { BasicGuard } from '../auth/basic.ts';
import type { Caller, Guard } from '../auth/guard.ts';
import { mustBeBounded, runBatch, type Work } from './batch.ts';
import type { Asked, Call, Codes, Generates, Rows } from './call.ts';
import type { Clock } from '../clearing/clock.ts';
import { inTransaction, readOnce, repeatedly, type Begin, type Begun } from '../database/transaction.ts';
import { HttpError, notFound } from './errors.ts';
import { keepAnswer, keptAnswer, keyOf, RequestHash, type Keyed } from './idempotency.ts';
import { queryItem, readItems } from './items.ts';
import type { JsonBody } from './json/json.ts';
import { piecesOf, sent } from './json/chunks.ts';
import { fitting, itemsOf, mustBeEmpty, queryOf, typed } from './request.ts';
import { Lock, mustBeFree, whenFree, type Shares } from './limits/shares.ts';
import { recordsOf, streamed } from './stream.ts';

/** What calls are served with. */
export interface Serving {
  pool: pg.Pool;
  /** Connections for answers that are streamed: however slowly they are read, other calls have theirs. */
  streams: pg.Pool;
  guard: Guard;
  basicGuard: BasicGuard;
  clock: Clock;
  products: readonly string[];
  isSandbox: boolean;
  codes: Codes;
  /** Milliseconds that a reader may take nothing of a streamed answer. */
  readerPatience: number;
  /** Records that one call may store and change. */
  maxRows: number;
  shares: Shares;
  /** Handlers by operation name; the record's own type has them checked, here they are called alike. */
  handlers: Readonly<Record<string, AnyHandler | undefined>>;
}

type AnyHandler =
  | { each: (call: Call, item: never) => Promise<unknown> }
  | { together: (call: Call, items: never[]) => Promise<unknown[]>; generates?: Generates<never> }
  | { rows: (asked: Asked, query: never) => Rows }
  | { fixed: (product: string) => unknown[] }
  | { plain: (call: Call, input: never) => Promise<unknown> };

/** Who asks for what: settled before the body is read, so that a stranger cannot make the service read one. */
interface Entry {
  operation: Operation;
  caller: Caller;
  merchant: string | null;
  organisation: string | null;
  product: string;
  /** Known once the call's transaction has begun; 0 for a call that was turned away before. */
  sequence: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    entry: Entry | null;
    /** The operation of the route, for error bodies, figures and the log. */
    operationName: string;
    /** Of a maintain call, once it is answered. */
    outcome: { successful: number; failed: number } | null;
  }
}

const route = (path: string) => path.replace('{PREFIX}', '/v1/payments/{merchant}').replace(/\{(\w+)\}/g, ':$1');

/** Registers the routes of every operation. Knows the contract and no operation by its name. */
export function serve(app: FastifyInstance, serving: Serving): void {
  app.decorateRequest('entry', null);
  app.decorateRequest('operationName', '');
  app.decorateRequest('outcome', null);
  for (const operation of Object.values<Operation>(operations)) {
    const handler = serving.handlers[operation.name];
    if (!handler) throw new Error(`${operation.name} has no handler`);
    for (const path of [operation.path, ...(operation.alias ? [operation.alias] : [])])
      app.route({
        method: operation.method,
        url: route(path),
        bodyLimit: limits.bytes,
        onRequest: async (request, reply) => {
          request.operationName = operation.name;
          request.entry = await enter(operation, request, reply.raw, serving);
        },
        handler: async (request, reply) => {
          if (!request.entry) throw new Error('a route without its onRequest hook');
          return answer(request, reply, request.entry, handler, serving);
        },
      });
  }
}

/**
 * @throws HttpError 401 without a good token or the permission, 404 beyond the token's merchants, 503 where too many
 * bodies are under way.
 */
async function enter(
  operation: Operation,
  request: FastifyRequest,
  response: ServerResponse,
  serving: Serving,
): Promise<Entry> {
  const entry = await authorized(operation, request, response, serving);
  serving.shares.bodies.hold(tenantOf(entry), operation, request.headers['content-length'], response);
  return entry;
}

/** Whose share of the service a call takes. */
const tenantOf = ({ merchant, organisation, caller }: Pick<Entry, 'merchant' | 'organisation' | 'caller'>): string =>
  merchant ?? organisation ?? caller.subject;

async function authorized(
  operation: Operation,
  request: FastifyRequest,
  response: ServerResponse,
  serving: Serving,
): Promise<Entry> {
  const { reads } = serving.shares;
  const entry = { operation, merchant: null, organisation: null, product: '', sequence: 0 };
  if (operation.basic) {
    const { username, organisation } = await serving.basicGuard(request.headers.authorization, request.ip);
    const caller = { subject: username, name: username, permissions: new Set<string>(), merchants: new Set<string>() };
    return { ...entry, caller, organisation };
  }
  const caller = await serving.guard(request.headers.authorization);
  const named = request.params as { merchant?: string; organisation?: string; product?: string };
  const { merchant = null, organisation = null, product = '' } = named;
  // A merchant that the token does not name and one that does not exist are the same to the caller.
  if (merchant !== null && !caller.merchants.has(merchant)) {
    const isThere = () => isWithin(caller, merchant, serving.pool);
    if (!(await reads.within(merchant, response, isThere))) throw notFound();
  }
  if (organisation !== null) {
    const isTheirs = () => hasOneOf(caller, organisation, serving.pool);
    if (!(await reads.within(organisation, response, isTheirs))) throw notFound();
  }
  if (product !== '' && !serving.products.includes(product)) throw notFound();
  if (!caller.permissions.has(permissionOf(operation)))
    throw new HttpError(
      401,
      [{ Code: 'NOT_PERMITTED', Message: `This sign-in lacks the permission ${permissionOf(operation)}.` }],
      { 'www-authenticate': 'Bearer error="insufficient_scope"' },
    );
  return { ...entry, caller, merchant, organisation, product };
}

/** PostgreSQL's text has no U+0000, so nothing is named so. */
const couldExist = (name: string) => !name.includes('\0');

/** A token names its merchants, or `*` for all that exist. */
async function isWithin(caller: Caller, merchant: string, pool: pg.Pool): Promise<boolean> {
  if (!caller.merchants.has('*') || !couldExist(merchant)) return false;
  return inTransaction(
    pool,
    { merchant },
    async (client) => (await client.query('select from merchant where not disabled')).rowCount === 1,
  );
}

/** Whether the caller may act for a merchant of the organisation. */
async function hasOneOf(caller: Caller, organisation: string, pool: pg.Pool): Promise<boolean> {
  if (!couldExist(organisation)) return false;
  const asked = await readOnce(
    pool,
    { organisation },
    {
      text: 'select 1 as found from organisation where organisation = $1 and ($2 or merchants && $3::text[])',
      values: [organisation, caller.merchants.has('*'), [...caller.merchants]],
    },
  );
  return asked.rows.length === 1;
}

/** One call: read, run in one transaction, wrap. */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  entry: Entry,
  handler: AnyHandler,
  serving: Serving,
): Promise<FastifyReply> {
  const { operation, merchant, organisation } = entry;
  const begin: Begin = { merchant, organisation, isSandbox: serving.isSandbox };
  const enterCall = (client: pg.ClientBase, begun: Begun): Call => {
    let changed = 0;
    entry.sequence = begun.sequence;
    return {
      merchant: merchant ?? '',
      organisation: organisation ?? '',
      product: entry.product,
      caller: entry.caller,
      now: serving.clock.now(begun.daysAhead),
      codes: serving.codes,
      query: async <Row>(text: string, values?: unknown[]) => {
        const { rows, rowCount, command } = await client.query(text, values);
        if (command === 'INSERT' || command === 'UPDATE') changed += rowCount ?? 0;
        if (changed > serving.maxRows) throw tooMuch(serving.maxRows);
        return rows as Row[];
      },
    };
  };
  const { shares, pool } = serving;
  const tenant = tenantOf(entry);
  const places = operation.method === 'GET' ? shares.reads : shares.writes;
  const inCall = <T>(work: (call: Call) => Promise<T>): Promise<T> =>
    places.within(tenant, reply.raw, () =>
      repeatedly(() => inTransaction(pool, begin, (client, begun) => work(enterCall(client, begun)))),
    );
  const query = queryOf(request.query as Record<string, unknown>);
  reply.type('application/json; charset=utf-8');

  if ('each' in handler || 'together' in handler) {
    if (operation.request) mustBeEmpty(query);
    const found = operation.request ? itemsOf(operation, request.body) : [];
    const isBatch = found.length > 1;
    const key = keyOf(request.headers['idempotency-key']);
    const work = async (): Promise<string[]> => {
      const hash = key === undefined ? undefined : new RequestHash(entry.product);
      const items = operation.request
        ? await readItems(operation, request.body as JsonBody, found, hash)
        : queryItem(typed(operation, query), hash);
      mustBeBounded(items, handler as Work);
      const keyed = key !== undefined && hash && { key, operation: operation.name, hash: hash.digest() };
      const run = async (call: Call) => {
        const { Successful, Failed } = await runBatch(call, operation, items, handler as Work);
        request.outcome = { successful: Successful.length, failed: Failed.length };
        return piecesOf(batchTexts(around(operation, entry.sequence), Successful, Failed));
      };
      const attempt = () =>
        inCall(async (call) => {
          if (isBatch) await mustBeFree(call, call.merchant, Lock.batch);
          return keyed ? once(call, keyed, run) : run(call);
        });
      return whenFree(reply.raw, attempt);
    };
    // Each item locks its contract until the call ends. Two batches of a merchant that name the same contracts in other
    // orders would block each other; so they go one after the other, while single items pass beside them.
    return reply.send(sent(isBatch ? await shares.turns.within(tenant, reply.raw, work) : await work()));
  }
  if ('rows' in handler) {
    const asked = handler.rows({ merchant: merchant ?? '', product: entry.product }, typed(operation, query) as never);
    if (asked.named) {
      const retrieve = () => repeatedly(() => recordsOf(pool, begin, asked));
      const [records, sequence] = await shares.reads.within(tenant, reply.raw, retrieve);
      return reply.send(around(operation, sequence).join(records));
    }
    const leave = await shares.streams.enter(tenant, reply.raw);
    // A connection that takes nothing is worth more to others.
    reply.raw.setTimeout(serving.readerPatience, () => reply.raw.destroy());
    try {
      const records = await streamed(serving.streams, begin, asked, ({ sequence }) =>
        around(operation, (entry.sequence = sequence)),
      );
      records.once('close', leave);
      return reply.send(records);
    } catch (error) {
      leave();
      throw error;
    }
  }
  if ('fixed' in handler) {
    mustBeEmpty(query);
    const records = JSON.stringify(z.array(operation.output).parse(handler.fixed(entry.product)));
    const tag = `W/"${createHash('sha256').update(records).digest('base64url').slice(0, 22)}"`;
    reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary: 'authorization' });
    if (request.headers['if-none-match'] === tag) return reply.status(304).send();
    return reply.send(await inCall(async () => whole(operation, records, entry.sequence)));
  }
  if (operation.method !== 'GET') mustBeEmpty(query);
  const input = operation.method === 'GET' ? typed(operation, query) : fitting(operation, request.body);
  return reply.send(
    await inCall(async (call) => JSON.stringify(operation.output.parse(await handler.plain(call, input as never)))),
  );
}

/** An edit of one item may change the instalments of years: what it comes to is known only on the way. */
const tooMuch = (most: number) =>
  new HttpError(400, [
    {
      Code: 'TOO_MANY',
      Message: `The call changes more than ${most} records, log entries included; nothing was changed. Send fewer items.`,
    },
  ]);

/** Answers a call with a key: as it was answered before, or by doing it and keeping the answer. */
async function once(call: Call, keyed: Keyed, run: (call: Call) => Promise<string[]>): Promise<string[]> {
  const kept = await keptAnswer(call, keyed);
  if (kept !== undefined) return piecesOf([kept]);
  const pieces = await run(call);
  await keepAnswer(call, keyed, pieces.join(''));
  return pieces;
}

/** The answer to a batch, as texts one after the other. */
function* batchTexts([before, after]: [string, string], successful: string[], failed: string[]): Generator<string> {
  yield `${before}{"Successful":[`;
  yield* withCommas(successful);
  yield '],"Failed":[';
  yield* withCommas(failed);
  yield `]}${after}`;
}

function* withCommas(texts: readonly string[]): Generator<string> {
  for (const [index, text] of texts.entries()) yield index === 0 ? text : `,${text}`;
}

/** What stands around the records of an answer, or the result object of a batch (interface, Conventions 5 to 7). */
function around(operation: Operation, sequence: number): [before: string, after: string] {
  const api: ApiResponse = {
    CallSequence: sequence,
    Status: 'SUCCESS',
    Version: operation.version ?? '1.0.0',
    Name: operation.name,
  };
  return [`{"${operation.response}":[`, `],"APIResponse":${JSON.stringify(api)}}`];
}

/** A whole answer; `held` is its array as text. */
const whole = (operation: Operation, held: string, sequence: number): string =>
  around(operation, sequence).join(held.slice(1, -1));
