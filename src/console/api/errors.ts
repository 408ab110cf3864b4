import type { ApprovalCall } from '#contract/approvals.ts';
import type { BankAccountCall } from '#contract/bank-accounts.ts';
import type { ApiResponse, Fault } from '#contract/operation.ts';
import type { OperationName } from '#contract/operations.ts';
import type { SettingsName } from '#contract/settings.ts';
import { isObject, textOf } from './error-body.ts';
import type { SendResults } from './send/results.ts';
import { serverInstant } from './server-clock.ts';
import { isPassingStatus, Unreachable } from './unreachable.ts';

/**
 * Why a call failed:
 * - `refused` (400): the request is wrong, `faults` say why; nothing was stored
 * - `unclear`: answered, but the answer does not say what was stored
 * - `notPermitted` (401 insufficient_scope): signed in, but this permission is missing
 * - `signedOut` (401): the session ended and was not renewed; nothing was stored
 * - `notFound` (404): does not exist, or belongs to another merchant (deliberately the same answer)
 * - `unavailable` (503, no answer in time): a write may have been stored
 * - `offline`: this computer has no network; a write may have been stored
 * - `notSent`: this computer had no network before a write; nothing was stored
 * - `partial`: records came, but the service did not end its answer with a success
 * - `bug` (500, unreadable answer)
 * - `notOffered`: not sent, because the service does not have it
 * - `unidentified`: not sent, because it does not identify its record
 * - `unconfirmed`: not sent, because a similar write still has no answer
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
  | 'unconfirmed';

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

/** An operation of the interface, or a call of an extension. */
export type CallName = OperationName | SettingsName | ApprovalCall | BankAccountCall;

interface Details {
  operation: CallName;
  status?: number;
  faults?: Fault[];
  api?: ApiResponse;
  body?: unknown;
  results?: SendResults;
  retryAfter?: number;
  cause?: unknown;
}

export class CallError extends Error {
  readonly kind: ErrorKind;
  readonly operation: CallName;
  readonly status?: number;
  readonly faults: Fault[];
  readonly api?: ApiResponse;
  /** Unchanged. */
  readonly body?: unknown;
  /** If no item's result is known. */
  readonly results?: SendResults;
  /** Seconds. */
  readonly retryAfter?: number;
  /** ISO instant. */
  readonly at: string;

  constructor(kind: ErrorKind, details: Details) {
    super(details.faults?.[0]?.Message ?? `${details.operation}: ${kind}`, { cause: details.cause });
    this.name = 'CallError';
    this.kind = kind;
    this.operation = details.operation;
    this.status = details.status;
    this.faults = details.faults ?? [];
    this.api = details.api;
    this.body = details.body;
    this.results = details.results;
    this.retryAfter = details.retryAfter;
    this.at = serverInstant().toISOString();
  }
}

/** The code of a page, or of a part that opens later, could not be loaded. */
export class NotLoaded extends Error {
  override name = 'NotLoaded';
  /** @param renew lets the next mount try again */
  constructor(
    cause: unknown,
    readonly renew: () => void = () => {},
  ) {
    super('A part of the console did not load', { cause });
  }
}

export const notLoaded = (cause: unknown): never => {
  throw cause instanceof NotLoaded ? cause : new NotLoaded(cause);
};

/** After others a write may have been stored. */
const storedNothing: readonly ErrorKind[] = [
  'refused',
  'notPermitted',
  'notFound',
  'signedOut',
  'notSent',
  'notOffered',
  'unidentified',
];

/** Kept until another administrator confirms it (docs/decisions.md, 65). */
export const isAwaiting = (error: unknown): boolean =>
  error instanceof CallError && error.faults[0]?.Code === 'SECOND_ADMINISTRATOR';

/** The write may have been stored. */
export const isUnknown = (error: CallError | null | undefined): boolean =>
  error !== null && error !== undefined && !storedNothing.includes(error.kind);

export const isPassing = (error: unknown): boolean =>
  error instanceof Unreachable ||
  (error instanceof CallError && (error.kind === 'unavailable' || error.kind === 'offline'));

const texts: Record<ErrorKind, { title: string; next: string }> = {
  refused: { title: 'This was not accepted', next: 'Correct what is listed below, then try again.' },
  unclear: {
    title: 'The answer does not say clearly whether it was saved',
    next: 'Check whether it went through before you send it again.',
  },
  notPermitted: {
    title: 'Not permitted',
    next: 'You don’t have permission for this. Ask whoever manages access at your organisation.',
  },
  signedOut: { title: 'Your session has ended', next: 'Sign in again to carry on; what you typed is still here.' },
  notFound: {
    title: 'Not found',
    next: 'Check the number, and that the merchant and product above are the right ones.',
  },
  unavailable: { title: 'We can’t reach the server', next: 'Try again shortly. If this continues, contact support.' },
  offline: { title: 'You are offline', next: 'Check the network of this computer, then try again.' },
  notSent: { title: 'You’re offline', next: 'Nothing was sent; your changes are still here.' },
  partial: {
    title: 'Not everything came',
    next: 'The service did not say that its answer is complete. Try again shortly.',
  },
  bug: {
    title: 'Something went wrong on our side',
    next: 'If it happens again, contact support and send them what is under Details.',
  },
  notOffered: {
    title: 'These settings are not available here',
    next: 'They are managed where the service is run.',
  },
  unidentified: {
    title: 'Not sent: it does not say which contract or client it is for',
    next: 'Open the contract or the client, and do it from there.',
  },
  unconfirmed: {
    title: 'Not sent: the same was sent before and is still unanswered',
    next: 'Check first whether it went through.',
  },
};

/**
 * After a 404 for a list or report (docs/decisions.md, 41): it may be empty, or the service does not know the merchant.
 * For a single record a 404 means that it does not exist.
 */
export const nothingFound = {
  title: 'Nothing was found',
  next: 'There may be none yet, or this merchant and product are not set up here.',
};

/** For any thrown value. @param page the page that was to open, as the navigation names it */
export function explain(error: unknown, page = 'this page'): { title: string; next: string } {
  if (error instanceof NotLoaded)
    return navigator.onLine
      ? {
          title: 'A part of the console did not load',
          next: 'We’ll keep trying. If it stays like this, reload the page.',
        }
      : { title: 'You’re offline', next: `We’ll open ${page} when you’re back.` };
  if (error instanceof CallError && error.cause instanceof Error && error.cause.name === 'NotConfirmed')
    return { title: 'Not sent: you did not confirm that it is you', next: 'Your changes are still here. Try again.' };
  if (isAwaiting(error))
    return { title: 'Waits for a second administrator', next: 'Nothing has changed until another one confirms it.' };
  if (error instanceof CallError) return texts[error.kind];
  if (error instanceof Unreachable) return texts.unavailable;
  return { title: 'This page ran into a problem', next: 'Reload the page. If it happens again, contact support.' };
}
