import type { FastifyInstance } from 'fastify';
import { HttpError } from './errors.ts';
import { sendFailure } from './error-handler.ts';
import { isLoopback, type Settings } from '../config/settings.ts';

/** They say nothing about anybody, and load balancers ask for them by whatever address they know. */
const forEveryone = new Set(['/healthz', '/readyz']);

const year = 31_536_000;

/** The name or address of a `Host` header, without its port; empty when there is none to be read. */
function nameIn(header: string | undefined): string {
  try {
    return new URL(`http://${header ?? ''}`).hostname;
  } catch {
    return '';
  }
}

/**
 * Answers requests for the hosts that this service is known by: those of `ORIGIN`, `HOST` and `ALLOWED_HOSTS`, and
 * loopback's. A page of a stranger whose name was made to point here (DNS rebinding) would otherwise count as this
 * service's own. Where browsers come by https, they are told to stay with it (RFC 6797).
 */
export function answerKnownHosts(app: FastifyInstance, { origin, host, allowedHosts }: Settings): void {
  const known = new Set([origin, ...[host, ...allowedHosts].map(addressOf)].map((url) => new URL(url).hostname));
  const isHttps = origin.startsWith('https:');
  app.addHook('onRequest', async (request, reply) => {
    if (isHttps) reply.header('strict-transport-security', `max-age=${year}`);
    // The target's path, before any route: a full address as target names a host of its own.
    const [path = ''] = request.url.split('?');
    const name = nameIn(request.headers.host);
    if (path.startsWith('/') && (known.has(name) || isLoopback(name) || forEveryone.has(path))) return;
    // Not thrown: the sign-in answers errors with pages of its own.
    return sendFailure(unknownHost(), request, reply);
  });
}

const addressOf = (host: string): string =>
  `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}`;

const unknownHost = (): HttpError =>
  new HttpError(400, [
    { Code: 'UNKNOWN_HOST', Message: 'This host is not known here. ORIGIN and ALLOWED_HOSTS say which are.' },
  ]);
