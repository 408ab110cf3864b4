import { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

const bodies = new WeakMap<IncomingMessage, string>();

export const formOf = (request: IncomingMessage): URLSearchParams => new URLSearchParams(bodies.get(request) ?? '');

/**
 * A copy of the request for a handler outside Fastify. The body is the one that Fastify has read, within its limits, as a
 * stream. Host, protocol and address are our own and not the client's headers, because redirects, discovery and the cookie's
 * `Secure` depend on them.
 */
export function forwardedRequest(request: FastifyRequest, origin: string): IncomingMessage {
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

/** Passes the request to `handler`, keeping the headers already set on the reply. */
export function passToHandler(
  reply: FastifyReply,
  request: IncomingMessage,
  handler: (request: IncomingMessage, response: FastifyReply['raw']) => unknown,
): void {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.hijack();
  handler(request, reply.raw);
}
