import { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

const bodies = new WeakMap<IncomingMessage, string>();

/** The form that came with a forwarded request. */
export const formOf = (request: IncomingMessage): URLSearchParams => new URLSearchParams(bodies.get(request) ?? '');

/**
 * A copy of the request for a handler that knows nothing of Fastify. Its body is the one that Fastify has read, within
 * its limits, as a stream again. Host, protocol and address are what we know, not what the client says, so that no
 * address in an answer (discovery, redirects) and no cookie's `Secure` depends on a header.
 */
export function forwarded(request: FastifyRequest, origin: string): IncomingMessage {
  const { raw } = request;
  const { host, protocol } = new URL(origin);
  const body = typeof request.body === 'string' ? request.body : '';
  const copy = new IncomingMessage(raw.socket);
  copy.method = raw.method;
  copy.url = raw.url;
  copy.httpVersion = raw.httpVersion;
  copy.headers = {
    ...raw.headers,
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-for': request.ip,
  };
  delete copy.headers['transfer-encoding'];
  if (body !== '') copy.headers['content-length'] = String(Buffer.byteLength(body));
  copy.push(body);
  copy.push(null);
  copy.complete = true;
  bodies.set(copy, body);
  return copy;
}

/** Lets `handler` answer, keeping the headers that were set on the reply so far. */
export function handOver(
  reply: FastifyReply,
  request: IncomingMessage,
  handler: (request: IncomingMessage, response: FastifyReply['raw']) => unknown,
): void {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.hijack();
  handler(request, reply.raw);
}
