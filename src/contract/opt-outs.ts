/**
 * Clients who want no messages: calls of this service's own, kept here also in front of a provider. No message goes to their
 * telephone numbers, from whatever page, file or program it comes, until the client wants messages again.
 */
export interface OptOut {
  ClientNumber: string;
  /** What the client said; no number of an account or a person. */
  Reason: string | null;
  /** The name of who noted it. */
  By: string;
  /** By the service's wall clock: `2026-12-01 08:00`. */
  At: string;
}

export interface OptOutList {
  /** The last ones first. */
  OptOuts: OptOut[];
  /** Older ones are left out. */
  HasMore: boolean;
}

export interface OptOutChange {
  ClientNumber: string;
  /** False where the client wants messages again. */
  IsOptedOut: boolean;
  Reason?: string | undefined;
}

/** Of one answer. */
export const mostOptOuts = 5000;
export const longestOptOutReason = 200;
