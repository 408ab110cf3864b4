import type { Fault } from '#contract/operation.ts';
import { isObject, textOf } from './error-body.ts';
import { isPassingStatus } from './passing-status.ts';

/**
 * Why a call failed:
 * - `refused` (400): the request is wrong, `faults` say why; nothing was stored
 * - `unclear`: answered, but the answer does not say what was stored
 * - `notPermitted` (401 insufficient_scope): signed in, but this permission is missing
 * - `signedOut` (401): the session ended and was not renewed; nothing was stored
 * - `notFound` (404): does not exist, or belongs to another merchant (deliberately the same answer)
 * - `unavailable` (503, no answer in time): a write may have been stored
 * - `offline`: this computer has no network; a write may have been stored
 * - `notSent`: this computer had no network before a write, or its server did not reach the provider; nothing was stored
 * - `partial`: records came, but the service did not end its answer with a success
 * - `bug` (500, unreadable answer)
 * - `notOffered`: not sent, because the service does not have it
 * - `unidentified`: not sent, because it does not identify its record
 * - `savedBefore`: not sent, because an earlier write about the same record, which had no answer, was saved
 */
export type ErrorKind =
  | 'refused'
  | 'unclear'
  | 'notPermitted'
  | 'signedOut'
  | 'notFound'
  | 'unavailable'
  | 'offline'
  | 'notSent'
  | 'partial'
  | 'bug'
  | 'notOffered'
  | 'unidentified'
  | 'savedBefore';

/** A call that changes something. */
interface Written {
  isCreate: boolean;
  items: number;
  body: unknown;
}

/**
 * By the statuses of the interface (docs/interface.md, Errors) and those of common proxies. A 400 means that "the call was
 * processed but errors are present": of several items, or of a create, part may have been stored, unless the answer says
 * that nothing was. A body that is too large (413) is refused before anything is processed.
 */
export function errorKindOf(status: number, challenge: string | null, faults: Fault[], written?: Written): ErrorKind {
  if (status === 401)
    return challenge?.includes('insufficient_scope') || faults.some((it) => /^insufficient_scope$/i.test(it.Code))
      ? 'notPermitted'
      : 'signedOut';
  if (status === 403) return 'notPermitted';
  if (status === 413) return 'refused';
  // Of our own server: nothing was sent.
  if (status === 503 && faults.some((it) => it.Code === 'PAUSED')) return 'refused';
  if (written && /^PROVIDER_(?:AWAY|REFUSED)$/.test(faults[0]?.Code ?? '')) return 'notSent';
  const isPart = written !== undefined && !saysNothingDone(written.body, faults);
  if (status === 404) return isPart && written.items > 1 ? 'unclear' : 'notFound';
  if (status === 400 || status === 422)
    return isPart && (written.isCreate || written.items > 1) ? 'unclear' : 'refused';
  if (isPassingStatus(status)) return 'unavailable';
  // Such as a 204, or the 409 of a call that is still being processed.
  return isPart && status < 500 ? 'unclear' : 'bug';
}

const counts = /^(?:processed|stored|saved|created|accepted|updated|changed|cancelled|deleted)$/i;
const isNone = (value: unknown): boolean => value === false || /^(?:0|none|nothing)$/i.test(textOf(value));

/** Whole messages: "for item 3", "except" or another sentence says that it was about a part. */
const nothingWas =
  /^\s*(?:nothing|none|no (?:\w+ )?(?:item|record|row|client|contract|mandate|instalment|installment|payment|change|message)s?)(?: of \w+)?(?: (?:was|were|is|are|has been|have been))?(?: \w+ly)? (?:processed|stored|saved|done|created|changed|applied|accepted|sent)\s*[.!]?\s*$/i;
const callWasNot =
  /^\s*(?:(?:the|your|this) )?(?:(?:whole|entire|complete) )?(?:batch|request|call) (?:was|has been|is) (?:not (?:processed|executed)|rejected|refused|rolled back)\s*[.!]?\s*$/i;

/** `Processed: 0`, as our own service answers, or a sentence about the whole call. */
function saysNothingDone(body: unknown, faults: readonly Fault[]): boolean {
  const stated = isObject(body)
    ? Object.entries(body).flatMap(([name, value]) => (counts.test(name) && value !== null ? [value] : []))
    : [];
  if (stated.length > 0) return stated.every(isNone);
  return faults.some(({ Field, Message }) => !Field && (nothingWas.test(Message) || callWasNot.test(Message)));
}

/** After others a write may have been stored. */
export const storedNothing: readonly ErrorKind[] = [
  'refused',
  'notPermitted',
  'notFound',
  'signedOut',
  'notSent',
  'notOffered',
  'unidentified',
  'savedBefore',
];
