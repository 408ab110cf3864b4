import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance } from 'fastify';
import { unavailable } from './errors.ts';

/** Headers that belong to one connection, or that fetch sets itself. */
const ofConnection = new Set([
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
  'upgrade',
  'content-encoding',
  'accept-encoding',
]);

/**
 * Hands the interface's paths on to another service, so that a browser meets one origin and needs no CORS. Bodies are
 * streamed both ways; cookies are not passed on, the other service knows the bearer token alone.
 */
export async function relay(app: FastifyInstance, serviceUrl: string): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_, payload, done) => done(null, payload));
    for (const url of ['/v1/*', '/api/*', '/general/*'])
      scope.all(url, async (request, reply) => {
        const headers = Object.entries(request.headers).filter(
          (header): header is [string, string] => typeof header[1] === 'string' && !ofConnection.has(header[0]),
        );
        const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && request.body !== undefined;
        const answer = await fetch(serviceUrl + request.url, {
          method: request.method,
          headers,
          redirect: 'manual',
          signal: AbortSignal.timeout(300_000),
          ...(hasBody ? { body: Readable.toWeb(request.body as Readable) as ReadableStream, duplex: 'half' } : {}),
        } as RequestInit).catch(() => {
          throw unavailable();
        });
        for (const [name, value] of answer.headers) if (!ofConnection.has(name)) reply.header(name, value);
        return reply
          .status(answer.status)
          .send(answer.body ? Readable.fromWeb(answer.body as ReadableStream) : undefined);
      });
  });
}
