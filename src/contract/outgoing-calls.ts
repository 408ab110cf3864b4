import type { OperationName } from './operations.ts';

/** Part of a change sent to a provider, whose outcome is not known yet: calls of this service's own (docs/gateway.md). */
export interface OutgoingItem {
  /** Its place in the call, from 1. */
  Item: number;
  /** `unknown`: it is being read back. `unclear`: the provider's records don't tell, and a person decides. */
  State: 'unknown' | 'unclear';
  /** What was found when it was last read back, as a sentence. */
  Note: string | null;
  /** As it was sent; account and ID numbers as bullets and their last four characters. */
  Sent: Record<string, unknown>;
  /** The record at the provider that it could be, with the fields that were sent, covered alike; only in the answer for one call. */
  Found: Record<string, unknown> | null;
}

/** Times are the service's wall clock, `2026-12-01 08:00`. */
export interface OutgoingCall {
  Call: string;
  Operation: OperationName;
  Product: string;
  /** The name of the person or program. */
  AskedBy: string;
  AskedAt: string;
  SentAt: string | null;
  /** When the provider's records were last read for it. */
  ReadAt: string | null;
  /** Items of the call, with those whose outcome is known. */
  Count: number;
  /** Those whose outcome is not known: the first hundred. */
  Items: OutgoingItem[];
  MoreItems: number;
  MayDecide: boolean;
  /** Why the caller can't decide, as a sentence. */
  WhyNot: string | null;
}

export interface OutgoingCallList {
  /** The oldest first. */
  Calls: OutgoingCall[];
}

export interface OutgoingDecision {
  /** Their places in the call. */
  Items: number[];
  Outcome: 'stored' | 'not stored';
  Reason: string;
}
