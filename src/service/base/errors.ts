import type { FaultCode } from '#contract/fault-codes.ts';

/** Why a call or an item is refused: an entry of `Errors` (docs/decisions.md, 2 and 3). */
export interface CodedFault {
  Field?: string;
  Code: FaultCode;
  Message: string;
  /** Of `AWAITING_RELEASE`. */
  ApprovalSequence?: number;
}

/** An item of a batch that was not processed: it is in `Failed` of a 200 answer, and the other items are processed. */
export class Refusal extends Error {
  readonly faults: CodedFault[];
  /** Number of faults that are not listed. */
  more = 0;
  constructor(...faults: CodedFault[]) {
    // A call may have thousands, and their stacks are never read.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(faults[0]?.Message);
    Error.stackTraceLimit = stackTraceLimit;
    this.faults = faults;
  }
}

/** The interface's statuses besides 200 (docs/interface.md, Errors); its paths answer no others. */
export type ErrorStatus = 400 | 401 | 404 | 409 | 500 | 503;

/** A call that was not processed as a whole. */
export class HttpError extends Error {
  readonly status: ErrorStatus;
  readonly faults: CodedFault[];
  readonly headers: Record<string, string>;
  constructor(status: ErrorStatus, faults: CodedFault[], headers: Record<string, string> = {}) {
    super(faults[0]?.Message ?? String(status));
    this.status = status;
    this.faults = faults;
    this.headers = headers;
  }
}

/** A call whose field can't be taken. */
export const refusedField = (Code: FaultCode, Field: string, Message: string): HttpError =>
  new HttpError(400, [{ Field, Code, Message }]);

/** One body for every 404, so that another merchant's number looks like one that does not exist. */
export const notFound = (): HttpError =>
  new HttpError(404, [{ Code: 'NOT_FOUND', Message: 'The resource was not found.' }]);

/** A path that the router cannot read. */
export const malformedPath = (): HttpError => {
  const Message = 'The path is not valid: a name in it is too long, or is not percent-encoded UTF-8.';
  return new HttpError(400, [{ Code: 'MALFORMED', Message }]);
};

/** A valid token without the right; the console must not ask for a sign-in (docs/decisions.md, 3). */
export const forbidden = (Message: string): HttpError =>
  new HttpError(401, [{ Code: 'NOT_PERMITTED', Message }], { 'www-authenticate': 'Bearer error="insufficient_scope"' });

export const notPermitted = (permission: string): HttpError =>
  forbidden(`This sign-in lacks the permission ${permission}.`);

/** Overload, or the database is down: worth a retry after so many seconds. */
export const unavailable = (seconds = 1): HttpError =>
  new HttpError(503, [{ Code: 'UNAVAILABLE', Message: 'The service cannot answer right now. Try again shortly.' }], {
    'retry-after': String(seconds),
  });

/** The caller's share of calls is used up; others are served meanwhile. */
export const busy = (): HttpError =>
  new HttpError(
    503,
    [
      {
        Code: 'BUSY',
        Message: 'Too many of your calls are under way. Send fewer at once, and this one again shortly.',
      },
    ],
    { 'retry-after': '2' },
  );
