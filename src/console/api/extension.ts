import { bodyOfText, faultsOf } from '#answers/decode.ts';
import { errorKindOf } from '#answers/error-kinds.ts';
import { SessionEnded, tokenSource } from './auth.ts';
import { CallError, type CallName } from './errors.ts';
import { withToken } from './http.ts';

/**
 * A call of the service's own, beyond the interface.
 * @throws CallError, or the signal's reason when aborted
 */
export async function callExtension<Answer>(
  operation: CallName,
  address: string,
  { method, body, signal, timeoutMs }: { method?: string; body?: unknown; signal?: AbortSignal; timeoutMs?: number },
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
