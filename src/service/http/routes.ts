import type { FastifyInstance, FastifyReply } from 'fastify';
import { limits, type Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import { enter, type AdmittedCall } from './entry.ts';
import type { AnyHandler, Dependencies, Incoming } from './incoming.ts';
import { answerLookup } from './lookup.ts';
import { answerMaintain } from './maintain.ts';
import { answerRaw } from './raw.ts';
import { queryOf } from './request.ts';
import { answerRetrieve } from './retrieve.ts';

declare module 'fastify' {
  interface FastifyRequest {
    entry: AdmittedCall | null;
    /** The operation of the route, for error bodies, metrics and the log. */
    operationName: string;
    /** Of a maintain call, once it is answered. */
    outcome: { successful: number; failed: number; isDryRun: boolean } | null;
  }
}

const route = (path: string) => path.replace('{PREFIX}', '/v1/payments/{merchant}').replace(/\{(\w+)\}/g, ':$1');

/** Registers the routes of every operation. Knows the contract and no operation by its name. */
export function serveOperations(app: FastifyInstance, dependencies: Dependencies): void {
  app.decorateRequest('entry', null);
  app.decorateRequest('operationName', '');
  app.decorateRequest('outcome', null);
  for (const operation of Object.values<Operation>(operations)) {
    const handler = dependencies.handlers[operation.name];
    if (!handler) throw new Error(`${operation.name} has no handler`);
    for (const path of [operation.path, ...(operation.alias ? [operation.alias] : [])])
      app.route({
        method: operation.method,
        url: route(path),
        bodyLimit: limits.bytes,
        onRequest: async (request, reply) => {
          request.operationName = operation.name;
          request.entry = await enter(operation, request, reply.raw, dependencies);
        },
        handler: async (request, reply) => {
          if (!request.entry) throw new Error('a route without its onRequest hook');
          const query = queryOf(request.query as Record<string, unknown>);
          reply.type('application/json; charset=utf-8');
          return answer({ request, reply, entry: request.entry, query, dependencies }, handler);
        },
      });
  }
}

function answer(incoming: Incoming, handler: AnyHandler): Promise<FastifyReply> {
  if (incoming.dependencies.provider) return incoming.dependencies.provider(incoming);
  if ('retrieve' in handler) return answerRetrieve(incoming, handler);
  if ('lookup' in handler) return answerLookup(incoming, handler);
  if ('raw' in handler) return answerRaw(incoming, handler);
  return answerMaintain(incoming, handler);
}
