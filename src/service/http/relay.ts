import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '#contract/messages.ts';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import { HttpError, unavailable } from './errors.ts';
import { relayedPath } from './relayed-path.ts';

/** Headers of one connection, or that fetch sets itself. */
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

/** Returns the `Authorization` to use instead of the call's own; throws if the caller may not have it. */
export type CredentialsOf = (authorization: string | undefined) => Promise<string | undefined>;

/** The other service refused this server's credentials, which is not the caller's fault. */
const refusedCredentials = (): HttpError =>
  new HttpError(503, [
    {
      Code: 'MESSAGE_CREDENTIALS',
      Message: 'The service refused the username and password that this server holds. Nothing was sent.',
    },
  ]);

/** Every path of the interface, with this installation's segment. */
const patternsOf = (operation: Operation, segment: string): string[] =>
  [operation.path, ...(operation.alias ? [operation.alias] : [])].map((path) =>
    path.replace('{PREFIX}', `/v1/${segment}/{merchant}`),
  );

/**
 * Relays the interface's paths to another service, so that browsers use one origin without CORS. Relays these paths only, each
 * with its own method. Streams bodies both ways; passes no cookies, because the other service knows only the bearer token.
 * @param segment the literal segment of the paths, from the console's configuration
 * @param credentialsOf for the one path that needs a username and a password, which no browser should have
 */
export async function relay(
  app: FastifyInstance,
  serviceUrl: string,
  { segment, credentialsOf }: { segment: string; credentialsOf?: CredentialsOf },
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
            const path = relayedPath(pattern, request.params as Record<string, string>);
            const [, query] = /^[^?#]*(\?[^#]*)?/.exec(request.url) ?? [];
            return passOn(request, reply, { url: serviceUrl + path + (query ?? ''), credentialsOf });
          },
        });
  });
}

/** Milliseconds during which a write is not passed on again after its answer could not be delivered. */
const undeliveredMs = 5000;

/** Writes that are running, or whose answer could not be delivered a moment ago. */
const undelivered = new Set<string>();

/**
 * Prevents the automatic repeat of a write: when a kept connection breaks before the answer, browsers send the request again,
 * also a POST, and the other service may not know its `Idempotency-Key`.
 * @throws HttpError 503 while the outcome of the first one is unknown
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
  { url, credentialsOf }: { url: string; credentialsOf?: CredentialsOf },
): Promise<FastifyReply> {
  mustBeFirst(request, reply);
  // The whole target, unchanged: with a query, or spelled differently, it gets no credentials.
  const isSending = request.method === 'POST' && request.url === messages.templateSend.path;
  const own = isSending ? await credentialsOf?.(request.headers.authorization) : undefined;
  const requestHeaders = own === undefined ? request.headers : { ...request.headers, authorization: own };
  const headers = Object.entries(requestHeaders).filter(
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
  if (own !== undefined && answer.status === 401) {
    await answer.body?.cancel();
    throw refusedCredentials();
  }
  for (const [name, value] of answer.headers) if (!ofConnection.has(name)) reply.header(name, value);
  return reply.status(answer.status).send(answer.body ? Readable.fromWeb(answer.body as ReadableStream) : undefined);
}
