import type {
  Approval,
  ApprovalDecision,
  ApprovalRecord,
  RecordApprovalList,
  WaitingPayoutList,
} from '#contract/approvals.ts';
import type { HttpError } from '#service/base/errors.ts';
import type { Call } from '#service/http/call.ts';
import { changesOf } from './changes.ts';
import { approvalRecord, decide } from './decide.ts';
import {
  approvalsOf,
  approvalsOfRecord,
  waitingPayouts,
  type ListName,
  type NamedRecord,
  type Reader,
  type WaitingFilter,
} from './read.ts';

/** What only the provider has of an approval. */
export interface LookedUp {
  /** Why it could not be read: then it is shown without, and nothing is released. */
  away?: HttpError | undefined;
}

/** Where what waits for a second person is: in our own records, or before a provider, which does not have it yet. */
export interface ApprovalBook {
  list(reader: Reader, which: ListName): Promise<Approval[]>;
  /** Holds no connection meanwhile. */
  look(merchant: string, sequence: number): Promise<LookedUp>;
  /** What was decided about a record and what waits, the last first. */
  ofRecord(reader: Reader, record: NamedRecord): Promise<RecordApprovalList>;
  /** Payouts that lists of the records do not have as scheduled yet. */
  waitingPayouts(reader: Reader, filter: WaitingFilter): Promise<WaitingPayoutList>;
  /** Undefined if there is none. */
  record(reader: Reader, sequence: number, looked: LookedUp): Promise<ApprovalRecord | undefined>;
  /** In the transaction of the decision. @throws HttpError 400 for what is not to be decided so. */
  decide(call: Call, sequence: number, decision: ApprovalDecision, looked: LookedUp): Promise<ApprovalRecord>;
  /** After its commit, without waiting for long. */
  follow(merchant: string, sequence: number, decision: ApprovalDecision): Promise<void>;
}

/** Of our own records, where a release is done with its decision. */
export const ownBook: ApprovalBook = {
  list: async (reader, which) => [...(await approvalsOf(reader, which)), ...(await changesOf(reader, which))],
  ofRecord: approvalsOfRecord,
  waitingPayouts,
  look: async () => ({}),
  record: approvalRecord,
  decide,
  follow: async () => {},
};
