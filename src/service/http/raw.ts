import type { FastifyReply } from 'fastify';
import { fitting } from '#service/base/parsed.ts';
import { inCall, type Incoming, type RawCall } from './incoming.ts';
import { whenFree } from './limits/shares.ts';
import { mustBeEmpty, typedQuery } from './request.ts';

/** Answers a call outside the prefix, whose body and answer have no envelope. */
export async function answerRaw(incoming: Incoming, handler: RawCall): Promise<FastifyReply> {
  const { request, reply, entry, query } = incoming;
  const { operation } = entry;
  if (operation.method !== 'GET') mustBeEmpty(query);
  const input = operation.method === 'GET' ? typedQuery(operation, query) : fitting(operation.input, request.body);
  const run = whenFree(reply.raw, () =>
    inCall(incoming, async (call) => JSON.stringify(operation.output.parse(await handler.raw(call, input as never)))),
  );
  return reply.send(await run);
}
