import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '#contract/messages.ts';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import { HttpError, notFound, unavailable } from './errors.ts';

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
export type LendCredentials = (authorization: string | undefined) => Promise<string | undefined>;

/** What the other service said no to is this server's, and no business of the sign-in of whoever called. */
const refusedLoan = (): HttpError =>
  new HttpError(503, [
    {
      Code: 'MESSAGE_CREDENTIALS',
      Message: 'The service refused the username and password that this server holds. Nothing was sent.',
    },
  ]);

/**
 * What a merchant number, a product or an organisation may look like in a relayed path. Dot segments, slashes of either
 * kind, parameters after a semicolon and escapes within escapes mean different places to different servers, so nothing
 * that holds one is sent on.
 */
const segmentShape = /^[\p{L}\p{N}_~-][\p{L}\p{N}_ .~-]*$/u;

/** The path of an operation at the other service, put together from its checked segments and never from what was sent. */
function upstreamPath(pattern: string, params: Record<string, string>): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const segment = params[name] ?? '';
    if (!segmentShape.test(segment)) throw notFound();
    return encodeURIComponent(segment);
  });
}

/** Every path that the interface states, with the segment that this installation writes into them. */
const patternsOf = (operation: Operation, segment: string): string[] =>
  [operation.path, ...(operation.alias ? [operation.alias] : [])].map((path) =>
    path.replace('{PREFIX}', `/v1/${segment}/{merchant}`),
  );

/**
 * Hands the interface's paths on to another service, so that a browser meets one origin and needs no CORS. Only these
 * paths, each with its own method: everything else at the other service stays out of reach from here. Bodies are streamed
 * both ways; cookies are not passed on, the other service knows the bearer token alone.
 * @param segment the literal segment of the paths, from the console's configuration
 * @param lend for the one path whose callers need a username and a password that no browser should be given
 */
export async function relay(
  app: FastifyInstance,
  serviceUrl: string,
  { segment, credentialsOf }: { segment: string; credentialsOf?: LendCredentials },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_, payload, done) => done(null, payload));
    for (const operation of Object.values<Operation>(operations))
      for (const pattern of patternsOf(operation, segment))
        scope.route({
          method: operation.method,
          url: pattern.replace(/\{(\w+)\}/g, ':$1'),
          handler: async (request, reply) => {
            const path = upstreamPath(pattern, request.params as Record<string, string>);
            const [, query] = /^[^?#]*(\?[^#]*)?/.exec(request.url) ?? [];
            return passOn(request, reply, { url: serviceUrl + path + (query ?? ''), credentialsOf });
          },
        });
  });
}

/** Milliseconds for which a write is not passed on again after its answer could not be delivered. */
const undeliveredMs = 5000;

/** Writes that are under way, or whose answer could not be delivered a moment ago. */
const undelivered = new Set<string>();

/**
 * Keeps a write from being passed on twice in one go: when a kept connection breaks before the answer, browsers send the
 * request again by themselves, a POST too, and the other service may not know its `Idempotency-Key`.
 * @throws HttpError 503, as long as nobody knows what became of the first one
 */
function mustBeFirst({ method, url, headers }: FastifyRequest, { raw }: FastifyReply): void {
  const key = headers['idempotency-key'];
  if (method === 'GET' || key === undefined) return;
  const write = `${url} ${headers.authorization} ${String(key)}`;
  if (undelivered.has(write)) throw unavailable();
  undelivered.add(write);
  raw.once('close', () => {
    if (raw.writableFinished) undelivered.delete(write);
    else setTimeout(() => undelivered.delete(write), undeliveredMs).unref();
  });
}

async function passOn(
  request: FastifyRequest,
  reply: FastifyReply,
  { url, credentialsOf }: { url: string; credentialsOf?: LendCredentials },
): Promise<FastifyReply> {
  mustBeFirst(request, reply);
  // The whole target, as it was written: with a query, or spelled in another way, it is lent nothing.
  const isSending = request.method === 'POST' && request.url === messages.templateSend.path;
  const lent = isSending ? await credentialsOf?.(request.headers.authorization) : undefined;
  const given = lent === undefined ? request.headers : { ...request.headers, authorization: lent };
  const headers = Object.entries(given).filter(
    (header): header is [string, string] => typeof header[1] === 'string' && !ofConnection.has(header[0]),
  );
  const hasBody = request.method !== 'GET' && request.body !== undefined;
  const answer = await fetch(url, {
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
  return reply.status(answer.status).send(answer.body ? Readable.fromWeb(answer.body as ReadableStream) : undefined);
}
