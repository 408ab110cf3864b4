import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Headers of every page of the sign-in. `form-action` names the origin too: Chromium applies it to the redirects that
 * follow a form, and those lead to the console.
 */
export function setPageHeaders(reply: FastifyReply, origin: string): void {
  reply.headers({
    'content-security-policy': `default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self' ${origin}; frame-ancestors 'none'; base-uri 'none'`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  });
}

/**
 * Whether the request is what a person's browser sends for a page: a top-level navigation. Browsers say what for with
 * every request; without `Sec-Fetch-Dest` it is no browser (Node's fetch, for one, sends the mode alone).
 */
export function isTopLevel({ headers }: FastifyRequest): boolean {
  const destination = headers['sec-fetch-dest'];
  return destination === undefined || (destination === 'document' && headers['sec-fetch-mode'] === 'navigate');
}

/**
 * Whether the console itself asks, without leaving its page, if the person is still signed in. A script of this origin
 * could read the tokens of the page it runs in anyway; one of another origin cannot send these headers.
 */
export function isSilent({ headers, query }: FastifyRequest): boolean {
  const { prompt } = query as Record<string, unknown>;
  const sent = ['site', 'mode', 'dest'].map((it) => headers[`sec-fetch-${it}`]).join(' ');
  return prompt === 'none' && sent === 'same-origin same-origin empty';
}
