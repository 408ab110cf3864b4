import { isCallAccepted } from '#answers/send/results.ts';
import { call, type ClientAnswer, type CallOutcome, type SentItems } from '#console/api/client.ts';
import { CallError, isUnknown } from '#console/api/errors.ts';
import type { Tenant } from '#console/api/tenant.ts';
import type { Imported } from '#contract/imports.ts';
import type { WriteName } from '#contract/operations.ts';
import {
  abandonedAmong,
  callsAbout,
  digestOfCall,
  dismissEnd,
  endedCalls,
  forgetCall,
  keepCall,
  type CallEnd,
  type Unanswered,
} from './sent-calls.ts';

export interface SendOptions {
  /** Of all calls of an import, or of edits from a list. */
  imported?: Imported;
  /** Of a sender that keeps its calls itself, and whether it has sent this one before. */
  own?: { key: string; isRepeat: boolean };
  /** The sender sends it again by itself, also after a reload. */
  isAskedBySender?: true;
  /** The sender's own call: before, an earlier one that has no answer; afterwards this one, if it has none. */
  unanswered?: Unanswered;
  /** There was no answer, and the call is repeated. */
  onAgain?: () => void;
  /** Ends the waiting for an answer. */
  signal?: AbortSignal;
}

/** Before the call is repeated under its key, unless the server says when. */
const waitsMs: readonly number[] = [1000, 2000, 4000, 8000];

/** Whether an answer to a repeated call is about the first one, too. */
const isAboutFirst = ({ kind, faults }: CallError): boolean =>
  kind !== 'signedOut' &&
  kind !== 'notPermitted' &&
  kind !== 'notSent' &&
  !faults.some(({ Code }) => Code === 'IDEMPOTENCY_KEY_REUSED');

const isComplete = ({ results }: CallOutcome<WriteName>) => results.items.every(({ state }) => state !== 'unknown');

function pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, waitMs);
    signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/** Calls about the same record that were never answered come first. @throws CallError `savedBefore` if one was saved */
async function settleEarlier(
  name: WriteName,
  tenant: Tenant,
  input: unknown,
  digest: string,
  unanswered: Unanswered | undefined,
): Promise<void> {
  const known = endedCalls.get().find(({ sent }) => sent.digest === digest);
  // The error shows it: a person who then sends the same again means it.
  if (known) dismissEnd(known.sent.key);
  if (known && isSaved(known.end)) throw new CallError('savedBefore', { operation: name });
  const earlier = (await callsAbout(name, tenant, input)).filter((it) => it.digest !== digest);
  const own = earlier.filter(({ key }) => key === unanswered?.key);
  const unsettled = [...own, ...(await abandonedAmong(earlier))];
  if (unsettled.length === 0) return;
  const { readCallEnd } = await import('./call-end.ts');
  for (const sent of unsettled) {
    const end = await readCallEnd(sent).catch((cause: unknown) => {
      throw new CallError('notSent', { operation: name, cause });
    });
    // What the server does not know of its provider, it guards itself.
    if (end.is !== 'unknown') forgetCall(sent.key);
    if (isSaved(end)) throw new CallError('savedBefore', { operation: name });
  }
}

const isSaved = (end: CallEnd): boolean => end.is === 'answered' && isCallAccepted(end.results);

const isClosed = (error: unknown): boolean =>
  error instanceof CallError && error.faults.some(({ Code }) => Code === 'IDEMPOTENCY_KEY_CLOSED');

/** @throws CallError */
async function untilAnswered<N extends WriteName>(
  name: N,
  tenant: Tenant,
  input: SentItems<N>,
  key: string,
  { imported, onAgain, signal }: SendOptions,
  isRepeat: boolean,
): Promise<CallOutcome<N>> {
  let lost: CallError | undefined;
  for (let tries = 0; ; tries += 1) {
    try {
      const options = { idempotencyKey: key, imported };
      return await (call(name, tenant, input, options) as Promise<ClientAnswer<WriteName>> as Promise<CallOutcome<N>>);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (!isUnknown(error)) {
        if (!(lost ?? isRepeat) || isAboutFirst(error)) throw error;
        throw lost ?? new CallError('unavailable', { operation: name, cause: error });
      }
      const wait = waitsMs[tries];
      if (wait === undefined || signal?.aborted === true) throw error;
      lost = error;
      onAgain?.();
      await pause(error.retryAfter === undefined ? wait : error.retryAfter * 1000, signal);
    }
  }
}

/**
 * Sends a write that takes effect at most once, however often it is repeated: it is stored with its Idempotency-Key before the
 * request, repeated under the key while there is no answer, and forgotten only after a final one. Later the server tells its outcome.
 * @throws CallError; nothing was sent if it is `savedBefore`, because an earlier write about the record was saved meanwhile
 */
export async function sendOnce<N extends WriteName>(
  name: N,
  tenant: Tenant,
  input: SentItems<N>,
  options: SendOptions = {},
): Promise<CallOutcome<N>> {
  if (!navigator.onLine) throw new CallError('notSent', { operation: name });
  const { own, unanswered } = options;
  if (own) return untilAnswered(name, tenant, input, own.key, options, own.isRepeat);
  const digest = await digestOfCall(name, tenant, input);
  await settleEarlier(name, tenant, input, digest, unanswered);
  const { key, isRepeat, release } = await keepCall(name, tenant, input, digest, options.isAskedBySender);
  unanswered?.is(key);
  const settled = () => {
    forgetCall(key);
    unanswered?.end();
  };
  try {
    const answer = await untilAnswered(name, tenant, input, key, options, isRepeat);
    if (isComplete(answer)) settled();
    return answer;
  } catch (error) {
    if (error instanceof CallError && !isUnknown(error)) settled();
    // Asked about as an abandoned one a moment ago: nothing was done.
    if (isRepeat && isClosed(error)) return await sendOnce(name, tenant, input, options);
    throw error;
  } finally {
    release();
  }
}
