import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { isLoopback } from '#service/base/loopback.ts';

interface Site {
  origin: string;
  /** The built console; absent in development, where the build tool serves it. */
  directory: string;
  /** The origin of another issuer, which the page may call. */
  signIn?: string;
  config: unknown;
}

const year = 31_536_000_000;

/** Serves the console's files. Only this origin, or the answer's own nonce, may run scripts or set styles. */
export async function serveSite(app: FastifyInstance, site: Site): Promise<void> {
  app.get('/config.json', (_, reply) => reply.header('cache-control', 'no-cache').send(site.config));
  const index = path.join(site.directory, 'index.html');
  if (!existsSync(index)) return;
  const html = readFileSync(index, 'utf8');

  const connect = ["'self'", ...(site.signIn ? [site.signIn] : [])].join(' ');
  await app.register(fastifyStatic, {
    root: site.directory,
    index: false,
    wildcard: false,
    preCompressed: true,
    maxAge: 3_600_000,
    setHeaders(response, file) {
      response.setHeader('x-content-type-options', 'nosniff');
      // Names under assets/ contain a hash or version of the content, so browsers may cache them for ever.
      if (file.includes(`${path.sep}assets${path.sep}`))
        response.setHeader('cache-control', `public, max-age=${year / 1000}, immutable`);
      // A worker has the policy of its own script, not its page's, compressed or not.
      if (/\.js(?:\.br|\.gz)?$/.test(file))
        response.setHeader('content-security-policy', `default-src 'none'; script-src 'self'; connect-src ${connect}`);
    },
  });

  const origin = new URL(site.origin);
  for (const url of ['/', '/callback', '/signed-out', '/m/*'])
    app.get(url, (request, reply) => {
      // The sign-in knows one origin, so 127.0.0.1 is redirected to localhost.
      if (isLoopback(origin.hostname) && isLoopback(request.hostname) && request.host !== origin.host)
        return reply.redirect(origin.origin + request.url);
      const nonce = randomBytes(16).toString('base64');
      return reply
        .headers({
          ...(url === '/signed-out' && { 'clear-site-data': '"cache"' }),
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'content-security-policy':
            `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; ` +
            `font-src 'self'; connect-src ${connect}; worker-src 'self'; manifest-src 'self'; form-action 'self'; ` +
            `frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types default`,
          // The sign-in opens in its own window and must find its way back to this one.
          'cross-origin-opener-policy': 'same-origin-allow-popups',
          'cross-origin-resource-policy': 'same-origin',
          'permissions-policy': 'camera=(), microphone=(), geolocation=()',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
        })
        .send(html.replaceAll('%NONCE%', nonce));
    });
}
