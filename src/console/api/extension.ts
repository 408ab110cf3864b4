import { bodyOfText, faultsOf } from '#answers/decode.ts';
import { errorKindOf } from '#answers/error-kinds.ts';
import {
  extensionAddress,
  extensionCalls,
  type ExtensionAnswers,
  type ExtensionBodies,
  type ExtensionName,
  type ExtensionNames,
} from '#contract/extensions.ts';
import { SessionEnded, tokenSource } from './auth.ts';
import { CallError, type CallName } from './errors.ts';
import { withToken } from './http.ts';

interface Sent<Body = unknown> {
  body?: Body | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
}

/**
 * A call of the service's own about a merchant, beyond the interface.
 * @param names what its path names
 * @throws CallError, or the signal's reason when aborted
 */
export function callExtension<N extends ExtensionName>(
  name: N,
  names: ExtensionNames<N>,
  {
    query,
    ...sent
  }: Sent<N extends keyof ExtensionBodies ? ExtensionBodies[N] : never> & {
    query?: Readonly<Record<string, string | undefined>>;
  } = {},
): Promise<ExtensionAnswers[N]> {
  const { method } = extensionCalls[name];
  return callAt(name, { method, address: extensionAddress(name, names, query) }, sent);
}

/** @throws CallError, or the signal's reason when aborted */
export async function callAt<Answer>(
  operation: CallName,
  { method, address }: { method: string; address: string },
  { body, signal, timeoutMs }: Sent,
): Promise<Answer> {
  let response: Response;
  let answer: unknown;
  try {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    response = await withToken(address, tokenSource(), { method, body: sent, signal, timeoutMs });
    answer = bodyOfText(await response.text());
  } catch (cause) {
    signal?.throwIfAborted();
    const kind = cause instanceof SessionEnded ? 'signedOut' : navigator.onLine ? 'unavailable' : 'offline';
    throw new CallError(kind, { operation, cause });
  }
  if (response.ok && typeof answer === 'object') return answer as Answer;
  const faults = faultsOf(answer);
  const kind = response.ok ? 'bug' : errorKindOf(response.status, response.headers.get('www-authenticate'), faults);
  throw new CallError(kind, { operation, status: response.status, faults });
}
