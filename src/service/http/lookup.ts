import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { wholeAnswer } from './envelope.ts';
import { inCall, type Incoming, type Lookup } from './incoming.ts';
import { mustBeEmpty } from './request.ts';

/** Answers a lookup, with 304 where the caller has the same list. */
export async function answerLookup(incoming: Incoming, handler: Lookup): Promise<FastifyReply> {
  const { request, reply, entry, query } = incoming;
  const { operation, product } = entry;
  mustBeEmpty(query);
  const records = JSON.stringify(z.array(operation.output).parse(handler.lookup(product)));
  const tag = `W/"${createHash('sha256').update(records).digest('base64url').slice(0, 22)}"`;
  reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary: 'authorization' });
  if (request.headers['if-none-match'] === tag) return reply.status(304).send();
  return reply.send(await inCall(incoming, async () => wholeAnswer(operation, records, entry.sequence)));
}
