import { areContractsListed } from '#console/api/access.ts';
import { links } from './links.ts';

/** Something that people look for but the interface has no operation for. */
export interface Limit {
  /** Anchor of the address: `/whats-possible#refund`. */
  id: string;
  title: string;
  /** What to do instead, or who can help; else empty. */
  instead: string;
  to?: { label: string; path: string };
  /** Whether an extension of the service makes it possible. */
  isPossible?: (merchant: string) => boolean;
}

const all: readonly { group: string; limits: readonly Limit[] }[] = [
  {
    group: 'Mandates and contracts',
    limits: [
      {
        id: 'contracts-without-mandate',
        title: 'List all contracts without a mandate',
        instead: 'Search by its contract number. The list shows contracts found in reports and those you opened.',
        to: { label: 'Contracts', path: links.contracts() },
        isPossible: areContractsListed,
      },
      {
        id: 'reactivate',
        title: 'Reactivate a cancelled mandate, or undo a cancellation',
        instead: 'Create a new mandate with an unused contract number.',
        to: { label: 'New mandate', path: links.mandateCreate() },
      },
      {
        id: 'another-client',
        title: 'Move a mandate to another client, or change its contract number',
        instead: 'You can’t change a mandate’s client or contract number. Cancel it and create a new one.',
      },
      {
        id: 'approve',
        title: 'Approve a mandate for the client',
        instead: 'Only the client can, at their own bank. Send them a reminder.',
        to: { label: 'Send a message', path: links.messages() },
      },
      {
        id: 'pause',
        title: 'Pause a mandate',
        instead: 'Cancel the instalments of the months to skip, or move their dates.',
        to: { label: 'Instalments', path: links.instalments() },
      },
    ],
  },
  {
    group: 'Money in',
    limits: [
      {
        id: 'refund',
        title: 'Refund a debit',
        instead: 'Pay the amount out to the client with a payout.',
        to: { label: 'New payout', path: links.payoutContractCreate() },
      },
      {
        id: 'paid-otherwise',
        title: 'Mark an instalment as paid in cash or by transfer',
        instead: 'Cancel the instalment while it is scheduled, so that it isn’t collected twice.',
      },
      {
        id: 'retry',
        title: 'Retry an unpaid debit automatically',
        instead: 'Unpaid lists them by reason; collect those you select again.',
        to: { label: 'Unpaid', path: links.unpaid() },
      },
      {
        id: 'settlement',
        title: 'See balances, fees or settlements without a bank statement',
        instead: 'Month end matches your bank’s statement with the debits and payouts of each day.',
        to: { label: 'Month end', path: links.monthEnd() },
      },
    ],
  },
  {
    group: 'Payouts',
    limits: [
      {
        id: 'cancel-payment',
        title: 'Cancel a single payment',
        instead: 'Change its date or amount, or cancel the whole payout contract.',
        to: { label: 'Payments', path: links.payments() },
      },
      {
        id: 'edit-payout',
        title: 'Edit a payout contract',
        instead: 'Change or add single payments, or cancel the payout contract and create a new one.',
        to: { label: 'Payout contracts', path: links.payoutContracts() },
      },
    ],
  },
  {
    group: 'Clients',
    limits: [
      {
        id: 'delete-client',
        title: 'Delete a client',
        instead: 'Cancel their mandates and contracts, so that nothing more is collected.',
        to: { label: 'Clients', path: links.clients() },
      },
      {
        id: 'merge-clients',
        title: 'Merge two clients, or change a client number',
        instead: 'Create a client with the right number and create their mandates again.',
      },
      {
        id: 'verify',
        title: 'Check with the bank that an account exists and whose it is',
        instead: 'We check the format, not the owner.',
      },
    ],
  },
  {
    group: 'Cases and messages',
    limits: [
      {
        id: 'list-cases',
        title: 'List cases',
        instead: 'Search by case number or external reference.',
        to: { label: 'Cases', path: links.cases() },
      },
      {
        id: 'open-case',
        title: 'Open, answer or close a case',
        instead: 'Cases are read-only here. Use your support team’s own tool.',
      },
      {
        id: 'sent-messages',
        title: 'Read what clients reply',
        instead: 'What was sent is on the client’s page and the contract’s, with who sent it and whether it arrived.',
        to: { label: 'Messages', path: links.messages() },
      },
      {
        id: 'email',
        title: 'Send an email or an SMS',
        instead: 'Only approved chat messages can be sent.',
      },
    ],
  },
  {
    group: 'Reports and alerts',
    limits: [
      {
        id: 'alerts',
        title: 'Be told when a debit is returned or a mandate approved',
        instead: 'Overview lists what needs action.',
        to: { label: 'Overview', path: links.overview() },
      },
      {
        id: 'scheduled-reports',
        title: 'Get a report by email on a schedule',
        instead: 'Save a view with a period such as Last month, and export it when you need it.',
        to: { label: 'Reports', path: links.reports() },
      },
    ],
  },
];

export const limitsOf = (merchant: string) =>
  all.map((it) => ({ ...it, limits: it.limits.filter(({ isPossible }) => !isPossible?.(merchant)) }));

export const allLimits = (merchant: string): readonly Limit[] => limitsOf(merchant).flatMap((it) => it.limits);
