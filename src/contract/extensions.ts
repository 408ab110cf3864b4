import type {
  ApprovalDecision,
  ApprovalList,
  ApprovalRecord,
  KnownPayeesList,
  KnownPayeesPrepared,
  RecordApprovalList,
  WaitingPayoutList,
} from './approvals.ts';
import type { AssignmentDraft, AssignmentList, AssignmentPlan } from './assignments.ts';
import type { AuditAction } from './audit-actions.ts';
import type { BankAccountBook, BankAccounts, BankAccountVersion } from './bank-accounts.ts';
import type { CollectingBudgetList, CollectingBudgetQuestion } from './collecting-budgets.ts';
import type { ImportList, ImportView, SentBeforeList, SentBeforeQuestion } from './imports.ts';
import type { MessageDeliveryList, MessageDeliveryQuestion } from './message-deliveries.ts';
import type { MonthClosings, MonthCloseRequest, MonthReopenRequest, MonthState } from './month-end.ts';
import type { NoteDraft, NoteList, NoteSearch } from './notes.ts';
import type { OptOutChange, OptOutList } from './opt-outs.ts';
import type { OutgoingCall, OutgoingCallList, OutgoingDecision } from './outgoing-calls.ts';
import type { PassedChangeList } from './passed-changes.ts';
import { allPermissions, readPermissions } from './permissions.ts';
import type { PromiseDraft, PromiseList, PromiseWithdrawal } from './promises.ts';
import type { SentCallEnd, SentCallQuestion } from './sent-calls.ts';
import type {
  MessagesToTakeBack,
  SentMessageDrafts,
  SentMessageList,
  TakenBack,
  ToldList,
  ToldQuestion,
} from './sent-messages.ts';

/**
 * A call of this service's own about a merchant, which is no part of the interface. `/openapi.json` describes those that a server
 * has, with the schemas of the place that serves them. Calls about people and settings are in `settingsCalls`.
 */
export interface ExtensionCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Its name in the log, the metrics and the audit. */
  action: AuditAction;
  /** One of these is needed; of none a valid token is enough. */
  permissions: readonly string[];
  /** Needed besides. */
  alsoNeeds?: string;
}

/** Matching is part of closing a month, and keeps a settled debit from being collected again. */
export const matchPermissions: readonly string[] = ['close', 'instalments:write'];
/** People who may read the records may read what waits. */
export const approvalReaders = {
  PAYOUTS: 'payouts:read',
  BANK_DETAILS: 'clients:read',
  CANCEL: 'instalments:read',
  COLLECT_AGAIN: 'instalments:read',
  KNOWN_PAYEES: 'payouts:read',
} as const;
const anyReader = [...new Set(Object.values(approvalReaders))];
/** Who may not change records, but follows them up, writes notes as well. */
const noteWriters = ['clients:write', 'mandates:write', 'instalments:write', 'messages:write', 'release', 'close'];
/** Of what an import changes. */
const imported = ['mandates', 'contracts', 'instalments', 'omni', 'payouts', 'clients', 'initiates'];
const importReaders = imported.map((resource) => `${resource}:read`);
const importers = imported.map((resource) => `${resource}:write`);

const approval = '/approvals/{merchant}/{sequence}';
const knownPayees = '/known-payees/{merchant}';
const audit = '/audit/{merchant}';
const imports = '/imports/{merchant}/{product}';
const notes = '/notes/{merchant}/{product}';
const sentMessages = '/sent-messages/{merchant}/{product}';
const assignments = '/assignments/{merchant}/{product}';
const optOuts = '/opt-outs/{merchant}/{product}';
const promises = '/promises/{merchant}/{product}';
const outgoingCall = '/outgoing-calls/{merchant}/{call}';
const months = '/month-end/{merchant}/{product}';
const month = `${months}/{month}` as const;
const accounts = '/month-end/{merchant}/bank-accounts';
const account = `${accounts}/{account}` as const;
const faults = '/sandbox/faults/{merchant}';
const clock = '/sandbox/clock/{merchant}';

export const extensionCalls = {
  approvalList: {
    method: 'GET',
    path: '/approvals/{merchant}',
    action: 'approval',
    permissions: anyReader,
  },
  approvalView: {
    method: 'GET',
    path: approval,
    action: 'approval',
    permissions: anyReader,
  },
  approvalDecide: {
    method: 'POST',
    path: approval,
    action: 'approval',
    permissions: ['release'],
  },
  recordApprovalList: {
    method: 'GET',
    path: '/record-approvals/{merchant}',
    action: 'approval',
    // That of its kind is asked for when the kind is known.
    permissions: anyReader,
  },
  waitingPayoutList: {
    method: 'GET',
    path: '/waiting-payouts/{merchant}',
    action: 'approval',
    permissions: [approvalReaders.PAYOUTS],
  },
  knownPayeesList: {
    method: 'GET',
    path: knownPayees,
    action: 'known-payees',
    permissions: ['administer'],
  },
  knownPayeesPrepare: {
    method: 'POST',
    path: knownPayees,
    action: 'known-payees',
    permissions: ['administer'],
  },
  auditList: {
    method: 'GET',
    path: audit,
    action: 'audit',
    permissions: ['audit'],
  },
  auditRecord: {
    method: 'POST',
    path: audit,
    action: 'audit.report',
    permissions: [],
  },
  collectingBudgetList: {
    method: 'POST',
    path: '/collecting-budgets/{merchant}/{product}',
    action: 'collecting',
    permissions: ['instalments:read'],
  },
  importList: {
    method: 'GET',
    path: imports,
    action: 'import',
    permissions: importReaders,
  },
  importView: {
    method: 'GET',
    path: `${imports}/{import}`,
    action: 'import',
    permissions: importReaders,
  },
  importSentBefore: {
    method: 'POST',
    path: `${imports}/sent-before`,
    action: 'import',
    permissions: importers,
  },
  sentCallAsk: {
    method: 'POST',
    path: '/sent-calls/{merchant}',
    action: 'sent-call',
    // The right of no resource: callers see only what they were answered, or would have been.
    permissions: allPermissions,
  },
  messageDeliveryList: {
    method: 'POST',
    path: '/message-deliveries/{merchant}',
    action: 'message-delivery',
    permissions: ['messages:read'],
  },
  sentMessageList: {
    method: 'GET',
    path: sentMessages,
    action: 'sent-message',
    permissions: ['messages:read'],
    alsoNeeds: 'clients:read',
  },
  sentMessageTold: {
    method: 'POST',
    path: `${sentMessages}/told`,
    action: 'sent-message',
    permissions: ['messages:read'],
    alsoNeeds: 'clients:read',
  },
  sentMessageAdd: {
    method: 'POST',
    path: sentMessages,
    action: 'sent-message.add',
    permissions: ['messages:write'],
  },
  sentMessageTakeBack: {
    method: 'POST',
    path: `${sentMessages}/take-back`,
    action: 'sent-message.take-back',
    permissions: ['messages:write'],
  },
  noteList: {
    method: 'GET',
    path: notes,
    action: 'note',
    permissions: ['clients:read'],
  },
  noteFind: {
    method: 'POST',
    path: `${notes}/find`,
    action: 'note',
    permissions: ['clients:read'],
  },
  noteAdd: {
    method: 'POST',
    path: notes,
    action: 'note.add',
    permissions: noteWriters,
    alsoNeeds: 'clients:read',
  },
  noteRemove: {
    method: 'DELETE',
    path: `${notes}/{note}`,
    action: 'note.remove',
    permissions: [...noteWriters, 'administer'],
    alsoNeeds: 'clients:read',
  },
  assignmentList: {
    method: 'GET',
    path: assignments,
    action: 'assignment',
    permissions: ['clients:read'],
  },
  assignmentMake: {
    method: 'POST',
    path: assignments,
    action: 'assignment.make',
    permissions: noteWriters,
    alsoNeeds: 'clients:read',
  },
  assignmentPlan: {
    method: 'PUT',
    path: assignments,
    action: 'assignment.plan',
    permissions: noteWriters,
    alsoNeeds: 'clients:read',
  },
  optOutList: {
    method: 'GET',
    path: optOuts,
    action: 'opt-out',
    permissions: ['clients:read'],
  },
  optOutChange: {
    method: 'PUT',
    path: optOuts,
    action: 'opt-out.change',
    permissions: noteWriters,
    alsoNeeds: 'clients:read',
  },
  promiseList: {
    method: 'GET',
    path: promises,
    action: 'promise',
    permissions: ['clients:read'],
  },
  promiseAdd: {
    method: 'POST',
    path: promises,
    action: 'promise.add',
    permissions: noteWriters,
    alsoNeeds: 'clients:read',
  },
  promiseWithdraw: {
    method: 'POST',
    path: `${promises}/{promise}/withdraw`,
    action: 'promise.withdraw',
    permissions: noteWriters,
    alsoNeeds: 'clients:read',
  },
  outgoingCallList: {
    method: 'GET',
    path: '/outgoing-calls/{merchant}',
    action: 'outgoing-call',
    permissions: readPermissions,
  },
  outgoingCallView: {
    method: 'GET',
    path: outgoingCall,
    action: 'outgoing-call',
    permissions: readPermissions,
  },
  outgoingCallDecide: {
    method: 'POST',
    path: outgoingCall,
    action: 'outgoing-call',
    // The right to make the change itself, which is known when the change has been read.
    permissions: [],
  },
  passedChangeList: {
    method: 'GET',
    path: '/passed-changes/{merchant}',
    action: 'outgoing-call',
    permissions: ['reports:read'],
  },
  monthClosings: {
    method: 'GET',
    path: months,
    action: 'month',
    permissions: ['reports:read'],
  },
  monthState: {
    method: 'GET',
    path: month,
    action: 'month',
    permissions: ['reports:read'],
  },
  monthClose: {
    method: 'POST',
    path: `${month}/close`,
    action: 'month.close',
    permissions: ['close'],
  },
  monthReopen: {
    method: 'POST',
    path: `${month}/reopen`,
    action: 'month.reopen',
    permissions: ['close'],
  },
  monthBankAccounts: {
    method: 'GET',
    path: accounts,
    action: 'bank',
    permissions: ['reports:read'],
  },
  monthBankAccountKeep: {
    method: 'PUT',
    path: account,
    action: 'bank.keep',
    permissions: matchPermissions,
    alsoNeeds: 'reports:read',
  },
  monthBankAccountDelete: {
    method: 'DELETE',
    path: account,
    action: 'bank.delete',
    permissions: matchPermissions,
    alsoNeeds: 'reports:read',
  },
  sandboxClock: {
    method: 'GET',
    path: clock,
    action: 'sandbox.clock',
    permissions: ['sandbox:read'],
  },
  sandboxClockMove: {
    method: 'POST',
    path: clock,
    action: 'sandbox.clock',
    permissions: ['sandbox:write'],
  },
  sandboxFaults: {
    method: 'GET',
    path: faults,
    action: 'sandbox.faults',
    permissions: ['sandbox:read'],
  },
  sandboxFaultSet: {
    method: 'POST',
    path: faults,
    action: 'sandbox.faults',
    permissions: ['sandbox:write'],
  },
  sandboxFaultsEnd: {
    method: 'DELETE',
    path: faults,
    action: 'sandbox.faults',
    permissions: ['sandbox:write'],
  },
  sandboxStatement: {
    method: 'GET',
    path: '/sandbox/statement/{merchant}',
    action: 'sandbox.statement',
    permissions: ['sandbox:read'],
  },
} as const satisfies Record<string, ExtensionCall>;

export type ExtensionName = keyof typeof extensionCalls;

interface SandboxFaults {
  Faults: object[];
  Waiting: number;
}

/** What the calls answer; `auditList` and those of the test clock have shapes of their own at the caller. */
export interface ExtensionAnswers {
  approvalList: ApprovalList;
  approvalView: ApprovalRecord;
  approvalDecide: ApprovalRecord;
  recordApprovalList: RecordApprovalList;
  waitingPayoutList: WaitingPayoutList;
  knownPayeesList: KnownPayeesList;
  knownPayeesPrepare: KnownPayeesPrepared;
  auditList: object;
  auditRecord: object;
  collectingBudgetList: CollectingBudgetList;
  importList: ImportList;
  importView: ImportView;
  importSentBefore: SentBeforeList;
  sentCallAsk: SentCallEnd;
  messageDeliveryList: MessageDeliveryList;
  sentMessageList: SentMessageList;
  sentMessageTold: ToldList;
  sentMessageAdd: object;
  sentMessageTakeBack: TakenBack;
  noteList: NoteList;
  noteFind: NoteList;
  noteAdd: NoteList;
  noteRemove: NoteList;
  assignmentList: AssignmentList;
  assignmentMake: AssignmentList;
  assignmentPlan: AssignmentList;
  optOutList: OptOutList;
  optOutChange: OptOutList;
  promiseList: PromiseList;
  promiseAdd: PromiseList;
  promiseWithdraw: PromiseList;
  outgoingCallList: OutgoingCallList;
  outgoingCallView: OutgoingCall;
  outgoingCallDecide: OutgoingCall;
  passedChangeList: PassedChangeList;
  monthClosings: MonthClosings;
  monthState: MonthState;
  monthClose: MonthState;
  monthReopen: MonthState;
  monthBankAccounts: BankAccounts;
  monthBankAccountKeep: BankAccountVersion;
  monthBankAccountDelete: BankAccountVersion;
  sandboxClock: object;
  sandboxClockMove: object;
  sandboxFaults: SandboxFaults;
  sandboxFaultSet: SandboxFaults;
  sandboxFaultsEnd: SandboxFaults;
  sandboxStatement: never;
}

/** The bodies that the console sends. */
export interface ExtensionBodies {
  approvalDecide: ApprovalDecision;
  knownPayeesPrepare: { Product: string; ClientNumbers: string[] };
  collectingBudgetList: CollectingBudgetQuestion;
  importSentBefore: SentBeforeQuestion;
  sentCallAsk: SentCallQuestion;
  messageDeliveryList: MessageDeliveryQuestion;
  sentMessageAdd: SentMessageDrafts;
  sentMessageTakeBack: MessagesToTakeBack;
  noteFind: NoteSearch;
  noteAdd: NoteDraft;
  assignmentMake: AssignmentDraft;
  assignmentPlan: AssignmentPlan;
  sentMessageTold: ToldQuestion;
  optOutChange: OptOutChange;
  promiseAdd: PromiseDraft;
  promiseWithdraw: PromiseWithdrawal;
  outgoingCallDecide: OutgoingDecision;
  monthClose: MonthCloseRequest;
  monthReopen: MonthReopenRequest;
  monthBankAccountKeep: BankAccountBook;
  monthBankAccountDelete: BankAccountVersion;
}

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
/** What its path names: the merchant, and a product or a record. */
export type ExtensionNames<N extends ExtensionName> = Readonly<
  Record<NamesIn<(typeof extensionCalls)[N]['path']>, string>
>;

/** The address of a call on its server. @param names by which the path is filled @param query without what is undefined or empty */
export function extensionAddress<N extends ExtensionName>(
  name: N,
  names: ExtensionNames<N>,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const values: Readonly<Record<string, string>> = names;
  const given = Object.entries(query).flatMap(([key, value]) => (value ? `${key}=${encodeURIComponent(value)}` : []));
  const path = extensionCalls[name].path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(values[key] ?? ''),
  );
  return given.length > 0 ? `${path}?${given.join('&')}` : path;
}
