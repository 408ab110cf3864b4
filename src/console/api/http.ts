import type { TokenSource } from './auth.ts';
import { bodyOfText, faultsOf } from './decode.ts';
import { kindOf } from './errors.ts';

interface Init {
  method?: string;
  body?: string;
  /** Makes a write safe to repeat where the service knows the header. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** Milliseconds that the first byte of an answer may take; the body may take as long as it likes. */
const timeoutMs = 60_000;
/** How often another token is tried: renewed first, then from the person. */
const maxRefusals = 2;

/** The one way to the network, of the page and of its workers. */
async function send(url: string, authorization: string, init: Init): Promise<Response> {
  const { method, body, idempotencyKey, signal } = init;
  const headers: Record<string, string> = { authorization };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new DOMException('No answer in time', 'TimeoutError')), timeoutMs);
  return fetch(url, {
    method,
    headers,
    body,
    signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
    cache: 'no-store',
    // Without cookies and the like, or a browser answers the challenge of a Basic call with a dialog of its own.
    credentials: 'omit',
  }).finally(() => clearTimeout(timer));
}

/** One request with a username and password (RFC 7617). @throws whatever the network throws */
export function withPassword(url: string, username: string, password: string, init: Init): Promise<Response> {
  // As UTF-8, which is what the service says it reads; btoa alone stops at the first letter beyond Latin 1.
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return send(url, `Basic ${btoa(String.fromCodePoint(...bytes))}`, init);
}

/**
 * One request with a token, and again with another one where the service refuses it. The body is left to be read.
 * @throws what `token` rejects with, the signal's reason, or whatever the network throws
 */
export async function withToken(url: string, token: TokenSource, init: Init): Promise<Response> {
  let refused: string | undefined;
  for (let refusals = 0; ; refusals += 1) {
    const bearer = await orAborted(token(refused), init.signal);
    const response = await send(url, `Bearer ${bearer}`, init);
    // Nothing was done with a refused token, so the very same call may go again, a write too.
    if (refusals === maxRefusals || !(await refusesToken(response))) return response;
    refused = bearer;
  }
}

async function refusesToken(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const body = bodyOfText(
    await response
      .clone()
      .text()
      .catch(() => ''),
  );
  return kindOf(401, response.headers.get('www-authenticate'), faultsOf(body)) === 'signedOut';
}

/** The person may be asked to sign in, which they may leave unanswered for ever. */
function orAborted<T>(waiting: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return waiting;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    waiting.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
