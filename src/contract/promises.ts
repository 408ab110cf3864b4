/**
 * What clients promised to pay, and by when: calls of this service's own, kept here also in front of a provider. Until the day has
 * passed nothing is collected again from the client or the contract, and the client gets no message.
 */
export interface PaymentPromise {
  /** Chosen by who writes it, so that a promise that is sent twice is one. */
  PromiseId: string;
  ClientNumber: string;
  /** Of the contract that it is about; null for all of the client's. */
  ContractSequence: number | null;
  /** The same contract, as people call it. */
  ContractNumber: string | null;
  /** `2026-12-01`. */
  Day: string;
  /** In the merchant's currency. */
  Amount: number;
  /** The name of who took it. */
  By: string;
  /** By the service's wall clock: `2026-12-01 08:00`. */
  At: string;
  /** Null while it holds. */
  Withdrawn: { By: string; At: string; Reason: string } | null;
}

export interface PromiseList {
  /** The last ones first. */
  Promises: PaymentPromise[];
  /** Older ones are left out. */
  HasMore: boolean;
}

export interface PromiseDraft {
  PromiseId: string;
  ClientNumber: string;
  ContractSequence?: number | undefined;
  Day: string;
  Amount: number;
}

export interface PromiseWithdrawal {
  Reason: string;
}

export const longestReason = 200;
/** Of one answer. */
export const mostPromises = 5000;
/** Days from today: who promises more needs another arrangement. */
export const furthestPromise = 92;
