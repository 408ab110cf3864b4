import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance } from 'fastify';
import { messages } from '../contract/messages.ts';
import { HttpError, unavailable } from './errors.ts';

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

/** Answers the `Authorization` that a call may go on with instead of its own; throws where the caller may not have it. */
export type Lend = (authorization: string | undefined) => Promise<string | undefined>;

/** What the other service said no to is this server's, and no business of the sign-in of whoever called. */
const refusedLoan = (): HttpError =>
  new HttpError(503, [
    {
      Code: 'MESSAGE_CREDENTIALS',
      Message: 'The service refused the username and password that this server holds. Nothing was sent.',
    },
  ]);

/**
 * Hands the interface's paths on to another service, so that a browser meets one origin and needs no CORS. Bodies are
 * streamed both ways; cookies are not passed on, the other service knows the bearer token alone.
 * @param lend for the one path whose callers need a username and a password that no browser should be given
 */
export async function relay(app: FastifyInstance, serviceUrl: string, lend?: Lend): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_, payload, done) => done(null, payload));
    for (const url of ['/v1/*', '/api/*', '/general/*'])
      scope.all(url, async (request, reply) => {
        // The whole path, as it was written: any other way of writing it goes on as it came and is lent nothing.
        const isSending = request.method === 'POST' && request.url === messages.templateSend.path;
        const lent = isSending ? await lend?.(request.headers.authorization) : undefined;
        const given = lent === undefined ? request.headers : { ...request.headers, authorization: lent };
        const headers = Object.entries(given).filter(
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
        if (lent !== undefined && answer.status === 401) {
          await answer.body?.cancel();
          throw refusedLoan();
        }
        for (const [name, value] of answer.headers) if (!ofConnection.has(name)) reply.header(name, value);
        return reply
          .status(answer.status)
          .send(answer.body ? Readable.fromWeb(answer.body as ReadableStream) : undefined);
      });
  });
}
