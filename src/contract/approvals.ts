/** Payouts that wait for a second person: an extension of this package's service (docs/decisions.md, 57). */

export interface ApprovalRule {
  /** Amounts above it a day wait, of a payee or of a preparer; 0 for all. */
  Above: number;
  /** For how long payouts to a new or changed account are held. */
  HoldHours: number;
}

/** What one call prepared, and is released together. */
export interface Approval {
  ApprovalSequence: number;
  Product: string;
  /** Above a limit or always; an edit; changed bank details. */
  Reason: 'RULE' | 'EDIT' | 'BANK_DETAILS';
  PreparedBy: string;
  PreparedAt: string;
  Decision: 'RELEASED' | 'RETURNED' | null;
  DecidedBy: string | null;
  DecidedAt: string | null;
  /** Whether the caller prepared some of it. */
  IsOwn: boolean;
  MayDecide: boolean;
  /** Those that wait, or all if none waits. */
  Count: number;
  Sum: number;
  Largest: number;
  FirstDate: string;
  /** Payments whose hold is not over. */
  Held: number;
  /** The name of the payee, if it is one. */
  Payee: string | null;
}

export interface ApprovalList {
  Rule: ApprovalRule | null;
  Approvals: Approval[];
}

export interface ApprovalPayment {
  ContractSequence: number;
  PaymentSequence: number;
  ClientNumber: string;
  ClientName: string;
  ContractNumber: string;
  PaymentDate: string;
  PaymentAmount: number;
  PaymentIndicator: string | null;
  PaymentStatus: string;
  BankCode: number;
  /** The last four digits, and a fingerprint. */
  PaymentAccount: string;
  /** Nothing was ever sent to this account. */
  IsNewPayee: boolean;
  /** The last payment to the same client. */
  LastPaid: number | null;
  BankDetailsChanged: string | null;
  BankDetailsChangedBy: string | null;
  HeldUntil: string | null;
  ReturnReason: string | null;
}

/** An approval with its payments, those that need a look first. */
export interface ApprovalRecord extends Approval {
  /** Of everything that waits: a release is for exactly this. */
  Digest: string;
  Payments: ApprovalPayment[];
}

export interface ApprovalDecision {
  Action: 'release' | 'return' | 'withdraw';
  /** The Digest that was read; not for `withdraw`. */
  Digest?: string;
  /** Why all go back; for `return`. */
  Reason?: string;
  /** Payments that go back while the others are released. */
  Without?: { ContractSequence: number; PaymentSequence: number; Reason: string }[];
}

export type ApprovalCall = 'approvalList' | 'approvalView' | 'approvalDecide';
