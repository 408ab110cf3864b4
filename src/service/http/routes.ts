import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { limits, type Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import type { Clock } from '#service/clearing/clock.ts';
import { inTransaction, repeatedly, type Begin, type Begun } from '#service/database/transaction.ts';
import { mustBeBounded, runBatch, type Work } from './batch.ts';
import type { Call, Codes, Generates, Statement, Tenant } from './call.ts';
import { enter, tenantOf, type Entrance, type Entry } from './entry.ts';
import { around, batchTexts, whole } from './envelope.ts';
import { HttpError } from './errors.ts';
import { keepAnswer, keptAnswer, keyOf, RequestHash, type Keyed } from './idempotency.ts';
import { queryItem, readItems } from './items.ts';
import { piecesOf, sent } from './json/chunks.ts';
import { JsonBody } from './json/json.ts';
import { Lock, mustBeFree, whenFree } from './limits/shares.ts';
import { comparing } from './read-only.ts';
import { allOf, dryRunOf, fitting, itemsOf, mustBeEmpty, queryOf, typed } from './request.ts';
import { recordsOf, streamed } from './stream.ts';

/** What calls are served with. */
export interface Serving extends Entrance {
  /** Connections for answers that are streamed: however slowly they are read, other calls have theirs. */
  streams: pg.Pool;
  clock: Clock;
  isSandbox: boolean;
  codes: Codes;
  /** Milliseconds that a reader may take nothing of a streamed answer. */
  readerTimeoutMs: number;
  /** Records that one call may store and change. */
  maxRows: number;
  /** Handlers by operation name; the record's own type has them checked, here they are called alike. */
  handlers: Readonly<Record<string, AnyHandler | undefined>>;
}

type AnyHandler =
  | { perItem: (call: Call, item: never) => Promise<unknown> }
  | { batch: (call: Call, items: never[]) => Promise<unknown[]>; generates?: Generates<never> }
  | { retrieve: (tenant: Tenant, query: never, isAll: boolean) => Statement }
  | { lookup: (product: string) => unknown[] }
  | { raw: (call: Call, input: never) => Promise<unknown> };

declare module 'fastify' {
  interface FastifyRequest {
    entry: Entry | null;
    /** The operation of the route, for error bodies, figures and the log. */
    operationName: string;
    /** Of a maintain call, once it is answered. */
    outcome: { successful: number; failed: number; isDryRun: boolean } | null;
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
  const inTheCall = async <T>(client: pg.ClientBase, begun: Begun, work: (call: Call) => Promise<T>): Promise<T> => {
    let changed = 0;
    entry.sequence = begun.sequence;
    const result = await work({
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
    });
    if (operation.method !== 'GET' && changed === 0) await client.query(recordOfItsOwn);
    return result;
  };
  const { shares, pool } = serving;
  const tenant = tenantOf(entry);
  const places = operation.method === 'GET' ? shares.reads : shares.writes;
  const inCall = <T>(work: (call: Call) => Promise<T>, isDryRun = false): Promise<T> =>
    places.within(tenant, reply.raw, () =>
      repeatedly(() => inTransaction(pool, { ...begin, isDryRun }, (client, begun) => inTheCall(client, begun, work))),
    );
  const query = queryOf(request.query as Record<string, unknown>);
  reply.type('application/json; charset=utf-8');

  if ('perItem' in handler || 'batch' in handler) {
    const { isDryRun, query: fields } = dryRunOf(query);
    if (operation.request) mustBeEmpty(fields);
    if (isDryRun) reply.header('dry-run', 'true');
    const found = operation.request ? itemsOf(operation, request.body) : [];
    const isBatch = found.length > 1;
    const key = isDryRun ? undefined : keyOf(request.headers['idempotency-key']);
    const retrieve = serving.handlers[operation.retrieve ?? ''];
    const work = { ...handler, compare: comparing(operation, retrieve) } as Work;
    const attempts = async (): Promise<string[]> => {
      const hash = key === undefined ? undefined : new RequestHash(entry.product);
      const items = operation.request
        ? await readItems(operation, request.body as JsonBody, found, hash)
        : queryItem(typed(operation, fields), hash);
      mustBeBounded(items, work);
      const keyed = key !== undefined && hash && { key, operation: operation.name, hash: hash.digest() };
      const run = async (call: Call) => {
        const { Successful, Failed } = await runBatch(call, operation, items, work);
        request.outcome = { successful: Successful.length, failed: Failed.length, isDryRun };
        return piecesOf(batchTexts(around(operation, entry.sequence), Successful, Failed));
      };
      const attempt = () =>
        inCall(async (call) => {
          if (isBatch) await mustBeFree(call, call.merchant, Lock.batch);
          return keyed ? once(call, keyed, run) : run(call);
        }, isDryRun);
      return whenFree(reply.raw, attempt);
    };
    // Each item locks its contract until the call ends. Two batches of a merchant that name the same contracts in other
    // orders would block each other; so they go one after the other, while single items pass beside them.
    try {
      return reply.send(sent(isBatch ? await shares.turns.within(tenant, reply.raw, attempts) : await attempts()));
    } finally {
      if (request.body instanceof JsonBody) request.body.release();
    }
  }
  if ('retrieve' in handler) {
    const { isAll, query: fields } = allOf(operation, query);
    const statement = handler.retrieve(
      { merchant: merchant ?? '', product: entry.product },
      typed(operation, fields) as never,
      isAll,
    );
    if (statement.named) {
      const retrieve = () => repeatedly(() => recordsOf(pool, begin, statement));
      const [records, sequence] = await shares.reads.within(tenant, reply.raw, retrieve);
      return reply.send(around(operation, sequence).join(records));
    }
    const leave = await shares.streams.enter(tenant, reply.raw);
    // A connection that takes nothing is worth more to others.
    reply.raw.setTimeout(serving.readerTimeoutMs, () => reply.raw.destroy());
    try {
      const aroundThem = ({ sequence }: Begun) => around(operation, (entry.sequence = sequence));
      const records = await streamed(serving.streams, begin, statement, aroundThem, reply.raw);
      records.once('close', leave);
      return reply.send(records);
    } catch (error) {
      leave();
      throw error;
    }
  }
  if ('lookup' in handler) {
    mustBeEmpty(query);
    const records = JSON.stringify(z.array(operation.output).parse(handler.lookup(entry.product)));
    const tag = `W/"${createHash('sha256').update(records).digest('base64url').slice(0, 22)}"`;
    reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary: 'authorization' });
    if (request.headers['if-none-match'] === tag) return reply.status(304).send();
    return reply.send(await inCall(async () => whole(operation, records, entry.sequence)));
  }
  if (operation.method !== 'GET') mustBeEmpty(query);
  const input = operation.method === 'GET' ? typed(operation, query) : fitting(operation, request.body);
  return reply.send(
    await inCall(async (call) => JSON.stringify(operation.output.parse(await handler.raw(call, input as never)))),
  );
}

/**
 * What a call is answered from may be on the primary alone, when the one before it got 503 because no standby had its
 * commit: the answer kept for its key, the record that is there already, the edit that changes nothing any more. A commit
 * waits for the standby only with a record of its own, and then for all before it.
 */
const recordOfItsOwn = { name: 'recordOfItsOwn', text: `select pg_logical_emit_message(true, 'collections', '')` };

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
