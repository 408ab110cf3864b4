import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '#service/base/errors.ts';
import { isLoopback } from '#service/base/loopback.ts';
import type { Settings } from '#service/config/settings.ts';
import { sendFailure } from './error-handler.ts';

/** They reveal nothing, and load balancers use any address, or none: HAProxy checks by HTTP/1.0. */
const forEveryone = new Set(['/healthz', '/readyz']);

const year = 31_536_000;

/** A name or address, and a port; no user and no path (RFC 9112, 3.2). */
const hostShape = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d*)?$/i;

/**
 * The name or address of the one `Host` header, without port; empty if there is none, which HTTP/1.0 allows; undefined if there are
 * several or it is malformed.
 */
function nameIn({ headers, raw }: FastifyRequest): string | undefined {
  const { host = '' } = headers;
  const count = raw.rawHeaders.filter((it, index) => index % 2 === 0 && it.toLowerCase() === 'host').length;
  if (count === 0) return '';
  const address = `http://${host}`;
  return count === 1 && hostShape.test(host) && URL.canParse(address) ? new URL(address).hostname : undefined;
}

/**
 * Answers only the hosts of `ORIGIN`, `HOST`, `ALLOWED_HOSTS` and loopback. Otherwise a foreign page whose name points here
 * (DNS rebinding) would count as this origin. Browsers that use https must keep to it (RFC 6797).
 */
export function answerKnownHosts(app: FastifyInstance, { origin, host, allowedHosts }: Settings): void {
  const known = new Set([origin, ...[host, ...allowedHosts].map(addressOf)].map((url) => new URL(url).hostname));
  const isHttps = origin.startsWith('https:');
  app.addHook('onRequest', (request, reply, done) => {
    if (isHttps) reply.header('strict-transport-security', `max-age=${year}`);
    // The target's path, before routing: a full URL as target has its own host.
    const [path = ''] = request.url.split('?');
    const name = nameIn(request);
    const isKnown =
      name !== undefined && path.startsWith('/') && (known.has(name) || isLoopback(name) || forEveryone.has(path));
    if (isKnown) return done();
    // Not thrown: the sign-in answers errors with its own pages.
    sendFailure(name ? unknownHost() : malformedHost(), request, reply);
  });
}

const addressOf = (host: string): string =>
  `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}`;

const unknownHost = (): HttpError =>
  new HttpError(400, [
    { Code: 'UNKNOWN_HOST', Message: 'This host is not known here. ORIGIN and ALLOWED_HOSTS say which are.' },
  ]);

const malformedHost = (): HttpError =>
  new HttpError(400, [
    { Code: 'MALFORMED', Message: 'There must be one Host header, with a name or address and a port.' },
  ]);
