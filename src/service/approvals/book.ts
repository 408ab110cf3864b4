import type { Approval, ApprovalDecision, ApprovalRecord, PayoutDecision } from '#contract/approvals.ts';
import type { Call } from '#service/http/call.ts';
import { changesOf } from './changes.ts';
import { approvalRecord, decide } from './decide.ts';
import { approvalsOf, decisionsOf, type ListName, type NamedPayout, type Reader } from './read.ts';

/** Where what waits for a second person is: in our own records, or before a provider, which does not have it yet. */
export interface ApprovalBook {
  list(reader: Reader, which: ListName): Promise<Approval[]>;
  /**
   * Reads what only the provider has, and holds no connection meanwhile.
   * @returns undefined if there is nothing to read. @throws HttpError 503 if it does not answer.
   */
  look(merchant: string, sequence: number): Promise<unknown>;
  /** What was decided about the payouts of a contract, the last first. */
  decisions(reader: Reader, contract: NamedPayout): Promise<PayoutDecision[]>;
  /** Undefined if there is none. */
  record(reader: Reader, sequence: number, looked: unknown): Promise<ApprovalRecord | undefined>;
  /** In the transaction of the decision. @throws HttpError 400 for what is not to be decided so. */
  decide(call: Call, sequence: number, decision: ApprovalDecision, looked: unknown): Promise<ApprovalRecord>;
  /** After its commit, without waiting for long. */
  follow(merchant: string, sequence: number, decision: ApprovalDecision): Promise<void>;
}

/** Of our own records, where a release is done with its decision. */
export const ownBook: ApprovalBook = {
  list: async (reader, which) => [...(await approvalsOf(reader, which)), ...(await changesOf(reader, which))],
  decisions: decisionsOf,
  look: async () => undefined,
  record: approvalRecord,
  decide,
  follow: async () => {},
};
