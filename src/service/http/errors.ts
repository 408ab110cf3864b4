import type { FaultCode } from '#contract/fault-codes.ts';

/** What a call or an item is refused for; the wire's `Errors` entries (design: the error body). */
export interface Fault {
  Field?: string;
  Code: FaultCode;
  Message: string;
}

/** An item of a batch that was not processed: it lands in `Failed` of a 200 answer, the other items go on. */
export class Refusal extends Error {
  readonly faults: Fault[];
  /** How many more faults there are than are told. */
  more = 0;
  constructor(...faults: Fault[]) {
    // A call may have thousands, and nobody asks where in the code they came from.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(faults[0]?.Message);
    Error.stackTraceLimit = stackTraceLimit;
    this.faults = faults;
  }
}

/** The statuses that the interface lists besides 200 (interface, Errors); nothing else goes out on its paths. */
export type ErrorStatus = 400 | 401 | 404 | 500 | 503;

/** A call that was not processed as a whole. */
export class HttpError extends Error {
  readonly status: ErrorStatus;
  readonly faults: Fault[];
  readonly headers: Record<string, string>;
  constructor(status: ErrorStatus, faults: Fault[], headers: Record<string, string> = {}) {
    super(faults[0]?.Message ?? String(status));
    this.status = status;
    this.faults = faults;
    this.headers = headers;
  }
}

/** One body for every 404, so that another merchant's number cannot be told from one that does not exist. */
export const notFound = (): HttpError =>
  new HttpError(404, [{ Code: 'NOT_FOUND', Message: 'The resource was not found.' }]);

/** Overload or database out of reach: worth a retry, and the header says in how many seconds. */
export const unavailable = (seconds = 1): HttpError =>
  new HttpError(503, [{ Code: 'UNAVAILABLE', Message: 'The service cannot answer right now. Try again shortly.' }], {
    'retry-after': String(seconds),
  });

/** The caller has as many calls under way or waiting as are theirs; others are served meanwhile. */
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
