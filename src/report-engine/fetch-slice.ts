import { bodyOfText, faultsOf, isSuccess } from '#answers/decode.ts';
import { errorKindOf, type ErrorKind } from '#answers/error-kinds.ts';
import { Unreadable, type ReportTail } from '#answers/report/parse.ts';
import type { Fault } from '#contract/operation.ts';
import type { SliceRead, SliceStatus, SliceToken } from './protocol.ts';

export interface SliceReceiver {
  read: SliceRead;
  token: SliceToken;
  tried(): void;
  /** An answer starts; the content of an earlier one is outdated. */
  begun(): void;
  /** @throws Unreadable */
  take(chunk: Uint8Array): Promise<void>;
  /** The body has ended, complete or not. @throws Unreadable */
  ended(): ReportTail;
}

interface Outcome {
  state: 'done' | 'empty' | 'failed' | 'cut';
  reason?: SliceStatus['reason'];
  callSequence?: number;
}

const maxRepeats = 3;
/** Doubled for each further repeat. */
const firstWaitMs = 500;
const longestWaitMs = 60_000;

/** Until it is answered or repeating is useless. @throws only the signal's reason */
export async function fetchSlice(
  url: string,
  to: SliceReceiver,
  signal: AbortSignal,
  wait = firstWaitMs,
): Promise<Outcome> {
  for (let repeats = 0; ; repeats += 1) {
    to.tried();
    const answer = await answerOf(url, to, signal);
    signal.throwIfAborted();
    if (!('after' in answer)) return answer;
    if (repeats === maxRepeats) return answer.otherwise;
    await sleep(Math.min(answer.after ?? wait * 2 ** repeats, longestWaitMs), signal);
  }
}

/** May pass: repeated after so many milliseconds, or else `otherwise`. */
interface Passing {
  after: number | undefined;
  otherwise: Outcome;
}

const failed = (
  kind: ErrorKind,
  message: string,
  status?: number,
  callSequence?: number,
  faults?: Fault[],
): Outcome => ({ state: 'failed', reason: { message, kind, status, callSequence, faults } });

async function answerOf(url: string, to: SliceReceiver, signal: AbortSignal): Promise<Outcome | Passing> {
  let isSignedOut = false;
  const token: SliceToken = (refused) =>
    to.token(refused).catch((error: unknown) => {
      isSignedOut = true;
      throw error;
    });
  let response: Response;
  try {
    response = await to.read(url, token, signal);
  } catch {
    if (isSignedOut) return failed('signedOut', 'Your session has ended, or the sign-in could not be reached.');
    return { after: undefined, otherwise: failed('unavailable', 'No connection.') };
  }
  return response.ok ? bodyOf(response, to) : faultOf(response);
}

async function faultOf(response: Response): Promise<Outcome | Passing> {
  const { status, headers } = response;
  const body = bodyOfText(await response.text().catch(() => ''));
  const faults = faultsOf(body);
  const callSequence = (body as { APIResponse?: { CallSequence?: unknown } } | null | undefined)?.APIResponse
    ?.CallSequence;
  const sequence = typeof callSequence === 'number' && callSequence !== 0 ? callSequence : undefined;
  const kind = errorKindOf(status, headers.get('www-authenticate'), faults);
  const fault = (message: string) => failed(kind, faults[0]?.Message ?? message, status, sequence, faults);
  switch (kind) {
    case 'signedOut':
      return failed('signedOut', 'The sign-in was not accepted.', status);
    case 'notFound':
      return { state: 'empty' };
    case 'notPermitted':
      return fault('You don’t have permission for this report.');
    case 'refused':
      return fault('This was not accepted.');
    case 'unavailable': {
      const seconds = Number(headers.get('retry-after') ?? '');
      return { after: seconds > 0 ? seconds * 1000 : undefined, otherwise: fault('We can’t reach the server.') };
    }
    default:
      return fault('Something went wrong on our side.');
  }
}

async function bodyOf(response: Response, to: SliceReceiver): Promise<Outcome | Passing> {
  const { status } = response;
  const reader = response.body?.getReader();
  let isLost = false;
  let bytes = 0;
  try {
    for (;;) {
      let chunk: Uint8Array | undefined;
      try {
        chunk = (await reader?.read())?.value;
      } catch {
        isLost = true;
      }
      // Nothing was received, so repeating loses nothing.
      if (isLost && bytes === 0)
        return { after: undefined, otherwise: failed('unavailable', 'The connection was lost.', status) };
      if (bytes === 0) to.begun();
      if (chunk === undefined) break;
      bytes += chunk.length;
      await to.take(chunk);
    }
    const { isWhole, hasList, callSequence, status: apiStatus } = to.ended();
    const cut = (kind: ErrorKind, message: string): Outcome => ({
      state: 'cut',
      reason: { message, kind, status, callSequence, faults: [{ Code: '', Message: message }] },
    });
    if (!isWhole) return cut('unavailable', isLost ? 'The connection was lost.' : 'Not everything arrived.');
    // A service that fails halfway can only say so at the end of its answer.
    if (apiStatus !== undefined && !isSuccess(apiStatus)) return cut('partial', `It ended with ${apiStatus}.`);
    if (!hasList) return cut('bug', 'The answer has no list of records.');
    return { state: 'done', callSequence };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    void reader?.cancel().catch(() => undefined);
    return { state: 'cut', reason: { message: error.message, kind: 'bug', status } };
  }
}

/** @throws the signal's reason */
export const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const give = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', give);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', give, { once: true });
  });
