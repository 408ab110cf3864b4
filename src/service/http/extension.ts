import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { z } from 'zod';
import type { AuditAction } from '#contract/audit-actions.ts';
import { extensionCalls, type ExtensionAnswers, type ExtensionCall, type ExtensionName } from '#contract/extensions.ts';
import { may } from '#contract/permissions.ts';
import { contextOf, type Audit } from '#service/audit/audit.ts';
import { actorOf, type Happened } from '#service/audit/entry.ts';
import { stillSignedIn } from '#service/auth/epochs.ts';
import type { Guard } from '#service/auth/guard.ts';
import { notFound, notPermitted } from '#service/base/errors.ts';
import { parsedInput } from '#service/base/parsed.ts';
import type { Caller } from '#service/base/permissions.ts';
import { shortName } from '#service/base/zod-errors.ts';
import { queryOn, type Query } from '#service/database/query.ts';
import { inTransaction, repeatedly, type Begin, type Begun } from '#service/database/transaction.ts';
import { isCallersMerchant, namesIn } from './entry.ts';
import { whenFree, type Shares } from './limits/shares.ts';

/** What the calls of this service's own need. */
export interface Extension {
  pool: pg.Pool;
  guard: Guard;
  shares: Shares;
  audit: Audit;
  /** Those that are served, for `/openapi.json`. */
  served: Map<ExtensionName, ExtensionShape>;
}

/** What a call takes and answers, where it is served. */
export interface ExtensionShape<
  Filter extends z.core.$ZodType = z.core.$ZodType,
  Body extends z.core.$ZodType = z.core.$ZodType,
> {
  summary: string;
  query?: Filter;
  body?: Body;
  /** For the description; a text if the answer is a file, which has this type. */
  answer?: z.core.$ZodType | string;
  /** More than the summary says. */
  about?: string;
  /** Descriptions of properties, by their names, besides those of the interface. */
  texts?: Readonly<Record<string, string>>;
  /** Of the longest body. */
  bytes?: number;
  /** In the arrays of a body. */
  mostItems?: number;
}

export interface Entered {
  action: AuditAction;
  caller: Caller;
  merchant: string;
  /** The other names in the path. */
  names: Readonly<Record<string, string>>;
}

declare module 'fastify' {
  interface FastifyRequest {
    entered: Entered | null;
  }
}

interface Given<Filter, Body> extends Entered {
  query: Filter;
  body: Body;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Serves a call of `extensionCalls`. The caller is checked before the body is read: 401 without a valid token or one of the
 * permissions, 404 for other merchants, and an entry of the audit for both.
 * @param handle answers what is sent, or `reply` if it sends by itself
 */
export function serveExtension<
  N extends ExtensionName,
  Filter extends z.core.$ZodType = z.ZodUndefined,
  Body extends z.core.$ZodType = z.ZodUndefined,
>(
  app: FastifyInstance,
  extension: Extension,
  name: N,
  shape: ExtensionShape<Filter, Body>,
  handle: (given: Given<z.output<Filter>, z.output<Body>>) => Promise<ExtensionAnswers[N] | FastifyReply>,
): void {
  const call: ExtensionCall = extensionCalls[name];
  extension.served.set(name, shape);
  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(shape.bytes !== undefined && { bodyLimit: shape.bytes }),
    ...(shape.mostItems !== undefined && { config: { maxItems: shape.mostItems } }),
    onRequest: (request, reply) => enter(extension, call, request, reply),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const answer = await handle({
        ...enteredBy(request),
        query: shape.query && parsedInput(shape.query, request.query),
        body: shape.body && parsedInput(shape.body, request.body),
        request,
        reply,
      } as Given<z.output<Filter>, z.output<Body>>);
      return answer === reply ? reply : reply.send(answer);
    },
  });
}

async function enter(
  { guard, audit, shares, pool }: Extension,
  { action, permissions, alsoNeeds }: ExtensionCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  request.operationName = action;
  const caller = await guard(request.headers.authorization);
  const { merchant = '', ...names } = namesIn(request);
  const visit = {
    audit,
    action,
    caller,
    isChange: request.method !== 'GET',
    details: { Merchant: shortName(merchant) },
  };
  request.visit = visit;
  const isThere = () => shares.reads.within(merchant, reply.raw, () => isCallersMerchant(caller, merchant, pool));
  if (!caller.merchants.has(merchant) && !(await isThere())) throw notFound();
  request.visit = { ...visit, isInside: true, merchant, details: undefined };
  for (const needed of [alsoNeeds ? [alsoNeeds] : [], permissions])
    if (needed.length > 0 && !needed.some((permission) => may(caller, permission, merchant)))
      throw notPermitted(needed.join(' or '));
  shares.bodies.hold(merchant, request.method, request.headers['content-length'], reply.raw);
  request.entered = { action, caller, merchant, names };
}

export function enteredBy({ entered }: FastifyRequest): Entered {
  if (!entered) throw new Error('a route without its onRequest hook');
  return entered;
}

/** Whose records of which product a call is about. @throws HttpError 404 for a product that this server does not have */
export function merchantProduct(
  { merchant, names: { product = '' } }: Pick<Entered, 'merchant' | 'names'>,
  products: readonly string[],
): { merchant: string; product: string } {
  if (!products.includes(product)) throw notFound();
  return { merchant, product };
}

/** The entry of the audit for what the call has done. */
export function happenedBy(request: FastifyRequest, more: Partial<Happened>): Happened {
  const { action, caller } = enteredBy(request);
  return { Action: action, Actor: actorOf(caller), Context: contextOf(caller, request.ip), Outcome: 'done', ...more };
}

export interface Within {
  query: Query;
  begun: Begun;
}

type Work<T> = (within: Within) => Promise<T>;

const inOwn = <T>(pool: pg.Pool, begin: Begin, work: Work<T>): Promise<T> =>
  repeatedly(() => inTransaction(pool, begin, (client, begun) => work({ query: queryOn(client), begun })));

/** Reads in one transaction of the merchant, within its share of the service. */
export function viewing<T>(
  { shares, pool }: Extension,
  request: FastifyRequest,
  reply: FastifyReply,
  work: Work<T>,
  begin: Begin = {},
): Promise<T> {
  const { merchant } = enteredBy(request);
  return shares.views.within(merchant, reply.raw, () => inOwn(pool, { merchant, ...begin }, work));
}

/**
 * Changes in one transaction of the merchant, within its share of the service, after its other changes of the same kind. Work
 * that finds a lock taken runs again, and holds no connection until then. It appends its entry of the audit.
 * @throws HttpError 401 if the caller's sign-in has ended or their rights have changed since the token was issued, or a second
 * factor is needed and theirs is missing or too old
 */
export function changing<T>(
  { shares, pool }: Extension,
  request: FastifyRequest,
  reply: FastifyReply,
  work: Work<T>,
  { needsFactor, ...begin }: Begin & { needsFactor?: boolean } = {},
): Promise<T> {
  const { merchant, caller } = enteredBy(request);
  const { raw } = reply;
  const must = stillSignedIn(caller, needsFactor);
  const audited = async (within: Within) => {
    const result = await work(within);
    if (within.begun.last.length === 0) throw new Error(`${request.operationName} changed something without an entry`);
    return result;
  };
  const once = () => shares.writes.within(merchant, raw, () => inOwn(pool, { merchant, must, ...begin }, audited));
  return shares.changes.within(`${merchant} ${request.operationName}`, raw, () => whenFree(raw, once));
}
