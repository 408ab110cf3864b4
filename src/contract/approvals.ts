/** What waits for a second person: an extension of this package's service (docs/decisions.md, 57). */

/** Of the changes of settings that wait for a second administrator (docs/decisions.md, 61). */
export const requestsPath = '/settings/v1/requests';

export interface ApprovalRule {
  /** Payouts above it a day wait, of a payee or of a preparer; 0 for all, null for none. */
  Above: number | null;
  /** For how long payouts to a new or changed account are held. */
  HoldHours: number;
  /** Whether changes of bank details wait, and the cancel of all that remains. */
  BankDetails: boolean;
  Cancel: boolean;
}

/** Kinds that are about single records. */
export type RecordApprovalKind = Exclude<Approval['Kind'], 'KNOWN_PAYEES'>;

/** In front of a provider a change is sent after its release; this is its outcome there. */
export interface ApprovalOutcome {
  /**
   * `WAITING` again, though it had been released; `RELEASED` until it is sent, `SENDING` until its outcome is known, `UNCLEAR` if a
   * person must decide.
   */
  State: 'WAITING' | 'RELEASED' | 'SENDING' | 'UNCLEAR' | 'ACCEPTED' | 'REFUSED' | 'NOT_STORED';
  /** The provider's reason, or why it is not sent. */
  Note: string | null;
}

/** The payouts that one call prepared, or a change of one record. */
export interface Approval {
  ApprovalSequence: number;
  Kind: 'PAYOUTS' | 'BANK_DETAILS' | 'CANCEL' | 'COLLECT_AGAIN' | 'KNOWN_PAYEES';
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
  /** Payments that wait, or all if none waits; instalments that are cancelled; payees. Bank details and payees have neither sum nor date. */
  Count: number;
  Sum: number | null;
  Largest: number | null;
  FirstDate: string | null;
  /** Payments whose hold is not over. */
  Held: number;
  /** The name of the payee, if it is one, or of the client. */
  Payee: string | null;
  /** Of a change. */
  ClientNumber: string | null;
  ContractSequence: number | null;
  ContractNumber: string | null;
  /**
   * In front of a provider: of a released change, or the first of its payouts that was not accepted, or waits again. Null or absent for
   * others.
   */
  Outcome?: ApprovalOutcome | null;
}

/** What a release changes. */
export interface ApprovalChange {
  Operation:
    | 'clientEdit'
    | 'omniInstalmentCancel'
    | 'contractCancel'
    | 'mandateCancel'
    | 'instalmentCreate'
    | 'omniInstalmentCreate';
  /** Account and ID numbers as their last four digits and a fingerprint. */
  Fields: { Field: string; Old: string | null; New: string | null }[];
  /** Those that are cancelled; or the one that would be added, whose sequence is 0 until then. */
  Instalments: { InstalmentSequence: number; InstalmentActionDate: string; InstalmentAmount: number }[];
  /** Of a contract that ends. */
  CancelDate: string | null;
  CancelReason: string | null;
  /** Of a debit to collect again: the unpaid one whose reason asks to stop. */
  Returned?: { InstalmentActionDate: string; InstalmentResult: string };
}

/** What waited or waits for a second person about one record, for its timeline. */
export interface RecordApproval extends Pick<
  Approval,
  'ApprovalSequence' | 'PreparedBy' | 'PreparedAt' | 'Decision' | 'DecidedBy' | 'DecidedAt'
> {
  Kind: RecordApprovalKind;
  /** Of payouts, if they are of one contract. */
  ContractNumber: string | null;
  /** Of a change that was returned. */
  ReturnReason: string | null;
  /** What a decided change of bank details was about. */
  Fields: ApprovalChange['Fields'];
  /** In front of a provider what it did with what was released; null where the release is the whole of it. */
  Outcome: ApprovalOutcome | null;
}

export interface RecordApprovalList {
  /** The last ones first. */
  Approvals: RecordApproval[];
  /** Earlier ones are left out. */
  IsPartial: boolean;
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
  /**
   * Of a payout that waits in front of a provider, where PaymentSequence is its place in the approval, ContractSequence is 0 for a new
   * contract, and date and amount are of all that it would pay, as our rules have it.
   */
  Expected?: {
    Count: number;
    LastDate: string;
    /** Of an edit: what is paid, and when, without it. */
    Before: number | null;
    BeforeDate: string | null;
  };
  Outcome?: ApprovalOutcome | null;
}

/** A payout that is not released, or in front of a provider not sent yet. */
export interface WaitingPayout extends ApprovalPayment {
  ApprovalSequence: number;
}

export interface WaitingPayoutList {
  /** The first days first. */
  Payouts: WaitingPayout[];
  /** Later ones are left out. */
  IsPartial: boolean;
}

/** An approval with its payments, those that need a look first, or with its change. */
export interface ApprovalRecord extends Approval {
  /** Of everything that waits: a release is for exactly this. */
  Digest: string;
  Payments: ApprovalPayment[];
  Change: ApprovalChange | null;
  /** Why a change was returned. */
  ReturnReason: string | null;
  /**
   * In front of a provider that can't be read right now: it is shown as it was when it came, without what the provider shows of it,
   * and can't be released. Absent otherwise.
   */
  IsUnread?: true;
  /** Of payees that a release makes known; absent otherwise. */
  KnownPayees?: KnownPayees;
}

/** The first thousand of each list, by their numbers. */
export interface KnownPayees {
  Payees: {
    ClientNumber: string;
    ClientName: string | null;
    /** Its last digits. */
    Account: string | null;
  }[];
  LeftOut: { ClientNumber: string; Reason: 'NOT_FOUND' | 'UNREADABLE' }[];
  LeftOutCount: number;
}

export const maxKnownPayees = 50_000;

/** The last list of payees that were to be known from before, of a product. */
export interface KnownPayeesState extends Pick<Approval, 'Product' | 'ApprovalSequence' | 'PreparedBy' | 'PreparedAt'> {
  /** Once it is `RELEASED`, there is no other. */
  State: 'WAITING' | 'RELEASED' | 'RETURNED';
  DecidedBy: string | null;
  DecidedAt: string | null;
}

export interface KnownPayeesList {
  Lists: KnownPayeesState[];
}

export interface KnownPayeesPrepared {
  ApprovalSequence: number;
  Count: number;
  LeftOut: number;
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
