import type { ApiResponse, Fault } from '#contract/operation.ts';
import type { OperationName } from '#contract/operations.ts';
import type { SendResults } from './send/results.ts';

/**
 * Why a call gave no answer:
 * - `refused` (400): something in the request is wrong, `faults` say what; nothing was stored
 * - `notPermitted` (401 insufficient_scope): signed in, but this permission is missing
 * - `signedOut` (401): the session ended and was not renewed; nothing was stored
 * - `notFound` (404): it does not exist here, or belongs to another merchant (they look the same on purpose)
 * - `unavailable` (503, no answer in time): a write may or may not have been stored
 * - `offline`: this computer has no network; a write may or may not have been stored
 * - `bug` (500, unreadable answer)
 * - `unidentified`: not sent, since it does not say which record it is for
 * - `unconfirmed`: not sent, since something like it was sent before and has no answer yet
 */
export type ErrorKind =
  | 'refused'
  | 'notPermitted'
  | 'signedOut'
  | 'notFound'
  | 'unavailable'
  | 'offline'
  | 'bug'
  | 'unidentified'
  | 'unconfirmed';

/** What a status means (interface, Errors); the others are what proxies in between are known to answer. */
export function kindOf(status: number, challenge: string | null, faults: Fault[]): ErrorKind {
  if (status === 401)
    return challenge?.includes('insufficient_scope') || faults.some((it) => /^insufficient_scope$/i.test(it.Code))
      ? 'notPermitted'
      : 'signedOut';
  if (status === 403) return 'notPermitted';
  if (status === 404) return 'notFound';
  if (status === 400 || status === 413 || status === 422) return 'refused';
  return status === 429 || status === 502 || status === 503 || status === 504 ? 'unavailable' : 'bug';
}

interface Details {
  operation: OperationName;
  status?: number;
  faults?: Fault[];
  api?: ApiResponse;
  body?: unknown;
  results?: SendResults;
  retryAfter?: number;
  cause?: unknown;
}

/** A call that gave no answer; the only error that `call`, `useRead` and `useWrite` give out. */
export class CallError extends Error {
  readonly kind: ErrorKind;
  readonly operation: OperationName;
  readonly status?: number;
  readonly faults: Fault[];
  readonly api?: ApiResponse;
  /** What came, as it came. */
  readonly body?: unknown;
  /** Of a write whose answer tells of something, though not what became of any item. */
  readonly results?: SendResults;
  /** Seconds that the service asks to wait. */
  readonly retryAfter?: number;
  /** When, as an ISO instant; for the support card. */
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
    this.at = new Date().toISOString();
  }
}

/** After these nothing was stored; after any other kind a write may or may not have been. */
const storedNothing: readonly ErrorKind[] = ['refused', 'notPermitted', 'notFound', 'signedOut', 'unidentified'];

/** A write whose answer was lost, or does not tell: whatever comes after it must find out first. */
export const isUnknown = (error: CallError | null | undefined): boolean =>
  error !== null && error !== undefined && !storedNothing.includes(error.kind);

/** Worth asking again without the person's doing anything. */
export const isPassing = (error: unknown): boolean =>
  error instanceof CallError && (error.kind === 'unavailable' || error.kind === 'offline');

const texts: Record<ErrorKind, { title: string; next: string }> = {
  refused: { title: 'This was not accepted', next: 'Correct what is listed below, then try again.' },
  notPermitted: {
    title: 'Not permitted',
    next: "You don't have permission for this. Ask whoever manages access at your organisation.",
  },
  signedOut: { title: 'Your session has ended', next: 'Sign in again to carry on; what you typed is still here.' },
  notFound: {
    title: 'Not found',
    next: 'Check the number, and that the merchant and product above are the right ones.',
  },
  unavailable: { title: 'No answer at the moment', next: 'Try again shortly. If it lasts, contact support.' },
  offline: { title: 'You are offline', next: 'Check the network of this computer, then try again.' },
  bug: {
    title: 'Something went wrong on the other side',
    next: 'Trying again may not help. Contact support and send them what is under Details.',
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
 * What a 404 says of a list or a report (docs/decisions.md, 41): it may be empty, or the service does not know this merchant. No
 * page makes more of it; of one record that is named, and of what belongs to a record that was read, a 404 says that it is not there.
 */
export const nothingFound = {
  title: 'Nothing was found',
  next: 'There may be none yet, or this merchant and product are not set up here.',
};

/** Plain words for a failure: what happened, and what to do next. Takes anything that can be thrown. */
export function explain(error: unknown): { title: string; next: string } {
  if (error instanceof CallError) return texts[error.kind];
  return { title: 'This page ran into a problem', next: 'Reload the page. If it happens again, contact support.' };
}
