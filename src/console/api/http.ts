import { bodyOfText, faultsOf } from '#answers/decode.ts';
import { errorKindOf } from '#answers/error-kinds.ts';
import { isPassingStatus } from '#answers/passing-status.ts';
import type { Imported } from '#contract/imports.ts';
import type { TokenSource } from './auth.ts';
import { stepUpIn, type StepUp } from './step-up.ts';
import { Unreachable, unreachableOr } from './unreachable.ts';

interface Init {
  method?: string;
  body?: string;
  idempotencyKey?: string;
  imported?: Imported;
  signal?: AbortSignal;
  /** Until the first byte of the answer, instead of the usual ones. */
  timeoutMs?: number | undefined;
}

/** Until the first byte of an answer; the body has no limit. */
const usualTimeoutMs = 60_000;
/** First renewed, then after a sign-in. */
const maxRefusals = 2;

async function send(url: string, authorization: string, init: Init): Promise<Response> {
  const { method, body, idempotencyKey, imported, signal, timeoutMs = usualTimeoutMs } = init;
  const headers: Record<string, string> = { authorization };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  if (imported) headers['import-id'] = imported.id;
  if (imported?.rows) headers['import-rows'] = imported.rows;
  if (imported?.isEnd) headers['import-end'] = 'true';
  if (imported?.fileName) headers['import-file'] = encodeURIComponent(imported.fileName);
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new DOMException('No answer in time', 'TimeoutError')), timeoutMs);
  return fetch(url, {
    method,
    headers,
    body,
    signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
    cache: 'no-store',
    // With credentials the browser would answer the challenge of a Basic call with its own dialog.
    credentials: 'omit',
  }).finally(() => clearTimeout(timer));
}

/** RFC 7617. @throws network errors */
export function withPassword(url: string, username: string, password: string, init: Init): Promise<Response> {
  // As UTF-8, as the service expects; btoa alone fails beyond Latin 1.
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return send(url, `Basic ${btoa(String.fromCodePoint(...bytes))}`, init);
}

/**
 * Repeats with another token if the service refuses the first. Leaves the body unread.
 * @throws the rejection of `token`, the signal's reason, or network errors
 */
export async function withToken(url: string, token: TokenSource, init: Init): Promise<Response> {
  let refused: string | undefined;
  let stepUp: StepUp | undefined;
  for (let refusals = 0; ; refusals += 1) {
    const bearer = await orAborted(token(refused, stepUp), init.signal);
    const response = await send(url, `Bearer ${bearer}`, init);
    // A refused token changes nothing, so even a write can be repeated.
    if (refusals === maxRefusals || !(await refusesToken(response))) return response;
    refused = bearer;
    stepUp = stepUpIn(response.headers.get('www-authenticate'));
  }
}

/** Of a report (`SliceRead`). */
export const readSlice = (url: string, token: TokenSource, signal: AbortSignal): Promise<Response> =>
  withToken(url, token, { signal });

/** A read of the service's own, outside the interface. @throws Unreachable, and as `withToken` */
export async function readWithToken(url: string, token: TokenSource, signal?: AbortSignal): Promise<Response> {
  const response = await withToken(url, token, { signal }).catch((error: unknown) => {
    throw unreachableOr(error);
  });
  if (isPassingStatus(response.status)) throw new Unreachable(`status ${response.status}`);
  return response;
}

async function refusesToken(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const body = bodyOfText(
    await response
      .clone()
      .text()
      .catch(() => ''),
  );
  return errorKindOf(401, response.headers.get('www-authenticate'), faultsOf(body)) === 'signedOut';
}

/** The person may leave a sign-in unanswered for ever. */
function orAborted<T>(waiting: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return waiting;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    waiting.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
