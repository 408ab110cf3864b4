import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Headers of every sign-in page; only pages that use passkeys have a script. `form-action` includes the origin, because Chromium checks the redirects after a form, which
 * lead to the console.
 */
export function setPageHeaders(reply: FastifyReply, origin: string, hasScript = false): void {
  const script = hasScript ? "; script-src 'self'" : '';
  reply.headers({
    'content-security-policy': `default-src 'none'${script}; style-src 'self'; font-src 'self'; form-action 'self' ${origin}; frame-ancestors 'none'; base-uri 'none'`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  });
}

/**
 * Whether a browser opens a page: a top-level navigation. Browsers send `Sec-Fetch-Dest` with every request; Node's fetch sends
 * only the mode.
 */
export function isTopLevel({ headers }: FastifyRequest): boolean {
  const destination = headers['sec-fetch-dest'];
  return destination === undefined || (destination === 'document' && headers['sec-fetch-mode'] === 'navigate');
}

/**
 * Whether the console checks in the background if the person is still signed in. A script of this origin could read the page's
 * tokens anyway; other origins cannot send these headers.
 */
export function isSilent({ headers, query }: FastifyRequest): boolean {
  const { prompt } = query as Record<string, unknown>;
  const sent = ['site', 'mode', 'dest'].map((it) => headers[`sec-fetch-${it}`]).join(' ');
  return prompt === 'none' && sent === 'same-origin same-origin empty';
}
