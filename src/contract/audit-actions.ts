import type { OperationName } from './operations.ts';
import type { SettingsName } from './settings.ts';

/** Changes of settings. Where a second administrator is needed, asking and declining are entries as well. */
const settingsActions = {
  'person.invited': 'Invite a person',
  'person.changed': 'Change a person',
  'person.password.reset': 'Reset a person’s password',
  'person.sessions.ended': 'Sign a person out everywhere',
  'program.added': 'Add a program',
  'program.changed': 'Change a program',
  'program.secret.added': 'Add a secret of a program',
  'program.secret.ended': 'End the former secret of a program',
  'merchant.added': 'Add a merchant',
  'merchant.changed': 'Change a merchant',
  'merchant.rule': 'Change what needs a second person',
  'merchant.collecting': 'Change the limits on collecting again',
  'merchant.messages': 'Change when messages go',
  'merchant.connection.tested': 'Test a merchant’s connection',
  'merchant.connection.changed': 'Change a merchant’s connection',
  'merchant.connection.removed': 'Remove a merchant’s own connection',
  'merchant.connection.secret.added': 'Add a secret of a merchant’s connection',
  'merchant.connection.secret.ended': 'End the former secret of a merchant’s connection',
  'merchant.changes.paused': 'Pause the changes of a merchant',
  'merchant.changes.resumed': 'Send the changes of a merchant again',
  'merchant.events.added': 'Add an endpoint for events',
  'merchant.events.changed': 'Change an endpoint for events',
  'merchant.events.removed': 'Remove an endpoint for events',
  'merchant.events.secret.added': 'Add a secret of an endpoint for events',
  'merchant.events.tested': 'Send a test event',
  'merchant.events.resent': 'Send an event again',
  'organisation.added': 'Add an organisation',
  'organisation.changed': 'Change an organisation',
  'template.saved': 'Save a message template',
  'template.removed': 'Remove a message template',
  'message-sign-in.added': 'Add a sign-in for messages',
  'message-sign-in.changed': 'Change a sign-in for messages',
  'callback-secret.added': 'Add a secret of delivery reports',
  'password.changed': 'Change own password',
  'sessions.ended': 'Sign out everywhere',
} as const;

const commandActions = {
  'person.add': 'Add a person by command',
  'person.rights': 'Change a person’s rights by command',
  'person.password': 'Set a person’s password by command',
  'person.reset-factors': 'Remove a person’s second factors by command',
  'person.disable': 'Disable a person by command',
  'person.enable': 'Enable a person by command',
  'program.add': 'Add a program by command',
  'program.rights': 'Change a program’s rights by command',
  'program.secret': 'Replace a program’s secret by command',
  'program.disable': 'Disable a program by command',
  'program.enable': 'Enable a program by command',
  'merchant.add': 'Add a merchant by command',
  'merchant.rename': 'Rename a merchant by command',
  'merchant.approvals': 'Change what needs a second person by command',
  'merchant.disable': 'Disable a merchant by command',
  'merchant.enable': 'Enable a merchant by command',
  'keys.rotate': 'Change the signing keys by command',
  'keys.callback': 'Replace a secret of delivery reports by command',
  'audit.lost': 'Declare entries lost in a failover',
  'audit.forget': 'Remove a client’s personal values from the audit',
  'backup.restore': 'Restore a backup',
} as const;

/**
 * What the audit has entries of besides the operations of the interface, in the words of the console. The service writes no
 * other action: `Happened` (src/service/audit/entry.ts) has this type.
 */
export const auditActions = {
  'outgoing-call': 'Decide an unclear call',
  'sent-call': 'Ask for the outcome of a change',
  'message-delivery': 'Ask for the delivery of messages',
  'sent-message': 'View sent messages',
  'sent-message.add': 'Send messages to clients',
  'sent-message.take-back': 'Take back messages that wait',
  collecting: 'View attempts to collect again',
  note: 'View notes',
  'note.add': 'Add a note',
  'note.remove': 'Remove a note',
  assignment: 'View who follows up clients',
  'assignment.make': 'Take or give a client',
  'assignment.plan': 'Plan the next step of a client',
  'opt-out': 'View clients who want no messages',
  'opt-out.change': 'Change whether a client gets messages',
  promise: 'View promises to pay',
  'promise.add': 'Save a promise to pay',
  'promise.withdraw': 'Withdraw a promise to pay',
  import: 'View imports',
  'sign-in': 'Sign in',
  'invitation.accepted': 'Accept an invitation',
  'factor.added': 'Add a second factor',
  'factor.removed': 'Remove a second factor',
  'recovery-codes.made': 'Make new recovery codes',
  audit: 'View the audit',
  'audit.report': 'Record an export or a hidden number',
  export: 'Export',
  unmask: 'Show a hidden number',
  clearing: 'Debits and payouts processed',
  bank: 'View bank accounts',
  'bank.keep': 'Change bank lines or matches',
  'bank.delete': 'Delete a bank account',
  month: 'View a month',
  'month.close': 'Close a month',
  'month.reopen': 'Reopen a month',
  approval: 'Decide on payouts or changes',
  'approval.release': 'Release payouts or changes',
  'approval.return': 'Return payouts or changes',
  'approval.withdraw': 'Take back a release',
  'known-payees': 'View known payees',
  'known-payees.prepare': 'Prepare known payees',
  'sandbox.clock': 'Move the test clock',
  'sandbox.faults': 'Set faults of the sandbox',
  'sandbox.merchants': 'Add a merchant with sample records',
  'sandbox.statement': 'Get a sample statement',
  ...settingsActions,
  ...commandActions,
} as const;

/** After `.requested` or `.declined`. */
const decisions = { requested: 'waits for a second administrator', declined: 'declined' } as const;

type OwnAction = keyof typeof auditActions;
type SettingsAction = keyof typeof settingsActions;

export type SettingsAuditAction = SettingsAction | `${SettingsAction}.${keyof typeof decisions}`;
/** A call of the settings is named only where it is refused. */
export type AuditAction = OperationName | OwnAction | SettingsAuditAction | SettingsName;

const isOwn = (action: string): action is OwnAction => Object.hasOwn(auditActions, action);

/** An action of `auditActions` in words; undefined for another. */
export function auditActionText(action: string): string | undefined {
  if (isOwn(action)) return auditActions[action];
  const [, base = '', decision = ''] = /^(.*)\.(requested|declined)$/.exec(action) ?? [];
  return isOwn(base) ? `${auditActions[base]}: ${decisions[decision as keyof typeof decisions]}` : undefined;
}
